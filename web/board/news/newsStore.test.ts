import { type Address, encodeFunctionData, isAddressEqual, type LocalAccount, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { describe, expect, onTestFinished, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { createTransactionSender } from '../../../devchain/transactionSender.ts'
import { askByLink, collect, fundByLink, payByLink } from '../../../e2e/support/byLink.ts'
import { forgedIn, holding, of } from '../../../e2e/support/forged.ts'
import { faults } from '../../../e2e/support/node.ts'
import {
  ask,
  deploymentOf,
  extend,
  forgive,
  fundRequest,
  notePayment,
  pay,
  publish,
  sendDollars,
  take,
  withdrawRequest,
} from '../../../e2e/support/others.ts'
import { testDollarAbi } from '../../chain/abi.ts'
import type { Entry, Stage } from '../../chain/outbox/outbox.ts'
import { OWN_ROWS } from '../../loans/limits.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { owedOn } from '../../loans/terms.ts'
import {
  chain,
  client,
  entryOf,
  lend,
  lendMany,
  node,
  openBoard,
  passOnChain,
  withBoards,
  withIntervals,
  world,
} from '../boards.testing.ts'
import { decodeSnapshot, type News } from './news.ts'
import { createNews } from './newsStore.ts'

const { ana, luis, eva } = people

withBoards()

describe('since the last visit', () => {
  test('at the first visit nothing is news, whatever happened before', async () => {
    await lend(ana, luis, { principal: 90n * DOLLAR })
    await sendDollars(world, luis, ana.address, 7n * DOLLAR)
    await publish(world, eva, { to: ana.address })
    const device = createDevice()
    const visit = await openVisit(ana, { device })
    await visit.look()
    expect([visit.list(), visit.told, visit.searchCount()]).toEqual([[], [], 0])
    expect(device.writes).toHaveLength(1)
  })

  test('all that others did meanwhile is one list, of which no notice tells, and no later visit', async () => {
    const [taken, paid] = [await publish(world, ana, {}), await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })]
    const device = await visited(ana)
    await take(world, luis, taken)
    await pay(world, luis, paid, 30n * DOLLAR)
    const offered = await publish(world, eva, { to: ana.address })
    const asked = await ask(world, luis, { to: ana.address })
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    await sendDollars(world, luis, ana.address, 3n * DOLLAR)

    const visit = await openVisit(ana, { device })
    const list = [`taken ${taken}`, `paid ${paid} 30`, `offered ${offered}`, `asked ${asked}`]
    expect(visit.list()).toEqual([...list, 'arrived 3 from luis', 'arrived 7 from eva'])
    await visit.look()
    expect(visit.list()).toEqual([...list, 'arrived 3 from luis', 'arrived 7 from eva'])
    expect(visit.told).toEqual([])

    const next = await openVisit(ana, { device })
    await next.look()
    expect([next.list(), next.told]).toEqual([[], []])
  })

  test('a payment of a loan behind more newer ones than the dashboard brings is told too, once those are read', async () => {
    const [oldest] = await lendMany(ana, luis, OWN_ROWS + 3)
    const device = createDevice()
    const first = await openVisit(ana, { device })
    await first.board.until(({ ownRows }) => ownRows)
    first.leave()
    await pay(world, luis, oldest ?? 0n, 4n * DOLLAR)
    const rows = holding()
    node.breakWith(of('rowsOf', rows.fault), 'eth_call')
    const visit = await openVisit(ana, { device })
    expect(visit.list()).toEqual([])
    rows.release()
    await visit.board.until(({ ownRows }) => ownRows)
    expect(visit.list()).toEqual([`paid ${oldest} 4`])
  })

  test('the list does not grow while somebody reads it: what comes later is told', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const device = await visited(ana)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    const offered = await publish(world, eva, { to: ana.address })
    const visit = await openVisit(ana, { device })
    const list = [`offered ${offered}`, 'arrived 7 from eva']
    expect(visit.list()).toEqual(list)
    await pay(world, luis, id, 20n * DOLLAR)
    await sendDollars(world, luis, ana.address, 3n * DOLLAR)
    await visit.look()
    expect(visit.list()).toEqual(list)
    expect(visit.told).toEqual([`paid ${id} 20`, 'arrived 3 from luis'])
  })

  test('an offer that was taken and paid back meanwhile is told as over, and not as a payment too', async () => {
    const id = await publish(world, ana, { principal: 90n * DOLLAR, apr: 1 })
    const device = await visited(ana)
    await take(world, luis, id)
    await pay(world, luis, id, 91n * DOLLAR)
    const { news } = await openVisit(ana, { device })
    expect(news.get()).toMatchObject([{ kind: 'taken', row: { id, status: 'repaid', owed: 0n } }])
  })

  test('a request that is withdrawn leaves the list', async () => {
    const device = await visited(ana)
    const offered = await publish(world, eva, { to: ana.address })
    const asked = await ask(world, eva, { to: ana.address })
    const visit = await openVisit(ana, { device })
    expect(visit.list()).toEqual([`offered ${offered}`, `asked ${asked}`])
    await withdrawRequest(world, eva, asked)
    await visit.look()
    expect(visit.list()).toEqual([`offered ${offered}`])
  })

  test('dismissed, it is gone with the next answers too, and later news is told still', async () => {
    const id = await publish(world, ana, { principal: 90n * DOLLAR, apr: 1 })
    const device = await visited(ana)
    await take(world, luis, id)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    const visit = await openVisit(ana, { device })
    expect(visit.list()).toEqual([`taken ${id}`, 'arrived 7 from eva'])
    visit.news.dismiss()
    expect(visit.list()).toEqual([])
    await pay(world, luis, id, 30n * DOLLAR)
    await sendDollars(world, eva, ana.address, 2n * DOLLAR)
    await visit.look()
    expect([visit.list(), visit.told]).toEqual([[], [`paid ${id} 30`, 'arrived 2 from eva']])
    expect((await openVisit(ana, { device })).list()).toEqual([])
  })

  test('a reorganised chain takes back what it undid, and nothing of what stays', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const device = await visited(ana)
    await sendDollars(world, eva, ana.address, 2n * DOLLAR)
    const fork = await client.markFork()
    await pay(world, luis, id, 30n * DOLLAR)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    const visit = await openVisit(ana, { device })
    expect(visit.list()).toEqual([`paid ${id} 30`, 'arrived 7 from eva', 'arrived 2 from eva'])
    await fork.reorganise()
    await visit.look()
    expect([visit.list(), visit.told]).toEqual([['arrived 2 from eva'], []])
    // Paid for good: at the next visit it is news.
    await pay(world, luis, id, 30n * DOLLAR)
    expect((await openVisit(ana, { device })).list()).toEqual([`paid ${id} 30`])
  })

  test('a node that lags behind the last visit tells nothing twice, and nothing is lost once it has caught up', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const device = await visited(ana)
    const old = numberToHex(await getBlockNumber(client))
    await pay(world, luis, id, 30n * DOLLAR)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    expect((await openVisit(ana, { device })).list()).toEqual([`paid ${id} 30`, 'arrived 7 from eva'])
    const kept = device.writes.length

    node.breakWith(async ({ params: [call, , ...others], ask, answer }) => answer(await ask([call, old, ...others])), 'eth_call')
    const visit = await openVisit(ana, { device })
    expect(visit.board.get().dueDates[0]?.amount).toBe(90n * DOLLAR + 740n)
    expect([visit.list(), visit.told, visit.searchCount(), device.writes.length]).toEqual([[], [], 0, kept])
    await node.heal()
    await pay(world, luis, id, 10n * DOLLAR)
    await sendDollars(world, eva, ana.address, 2n * DOLLAR)
    await visit.look()
    expect([visit.list(), visit.told]).toEqual([[`paid ${id} 10`, 'arrived 2 from eva'], []])
  })

  test('one answer of a block far ahead does not end the news: the next visit has some', async () => {
    const id = await publish(world, ana, { principal: 90n * DOLLAR, apr: 1 })
    const far = 1_000_000n
    node.breakWith(
      forgedIn('dashboard', (board) => ({ ...board, blockNumber: board.blockNumber + far })),
      'eth_call',
    )
    const device = await visited(ana)
    expect(decodeSnapshot(device.writes.at(-1))?.block).toBeGreaterThan(far)
    await node.heal()
    await take(world, luis, id)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    const visit = await openVisit(ana, { device })
    expect(visit.list()).toEqual([`taken ${id}`, 'arrived 7 from eva'])
    expect(decodeSnapshot(device.writes.at(-1))?.block).toBeLessThan(far)
    expect((await openVisit(ana, { device })).list()).toEqual([])
  })
})

describe('while the page is open', () => {
  test('each of two people is told once what the other did, and nothing of their own', async () => {
    const id = await publish(world, ana, { principal: 300n * DOLLAR, apr: 1, seconds: 30 * DAY })
    const [lender, borrower] = [await openVisit(ana), await openVisit(luis)]
    const both = async () => {
      await lender.look()
      await borrower.look()
    }
    await take(world, luis, id)
    await both()
    await pay(world, luis, id, 20n * DOLLAR)
    await both()
    expect([lender.told, borrower.told]).toEqual([[`taken ${id}`, `paid ${id} 20`], []])
    await extend(world, ana, id, 9 * DAY)
    await both()
    await forgive(world, ana, id)
    await both()
    await both()
    expect(lender.told).toEqual([`taken ${id}`, `paid ${id} 20`])
    expect(borrower.told).toEqual([`moreTime ${id}`, `forgiven ${id}`])
    expect([lender.list(), borrower.list()]).toEqual([[], []])
  })

  test('who asked for a loan is told that it came, and not that dollars arrived', async () => {
    const id = await ask(world, luis, { principal: 100n * DOLLAR, apr: 1 })
    const visit = await openVisit(luis)
    await fundRequest(world, ana, id)
    await visit.look()
    expect([visit.told, visit.searchCount()]).toEqual([[`funded ${id}`], 1])
  })

  test('dollars are told once, with who sent them; less than a dollar from a stranger is not, and neither is a draw of my own', async () => {
    await passOnChain(3_600)
    const visit = await openVisit(ana)
    await sendDollars(world, eva, ana.address, DOLLAR - 1n)
    await drawDollars(ana)
    await visit.look()
    expect([visit.told, visit.searchCount()]).toEqual([[], 1])
    await sendDollars(world, eva, ana.address, DOLLAR)
    await sendDollars(world, luis, ana.address, 3n * DOLLAR)
    await visit.look()
    expect(visit.told).toEqual(['arrived 3 from luis', 'arrived 1 from eva'])
    await client.mine({ blocks: 1 })
    await visit.look()
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    await visit.look()
    expect(visit.told.slice(2)).toEqual(['arrived 7 from eva'])
    expect(visit.list()).toEqual([])
  })

  test('events are searched only where my dollars changed', async () => {
    const visit = await openVisit(ana)
    const id = await publish(world, eva, { to: ana.address })
    await visit.look()
    expect([visit.told, visit.searchCount()]).toEqual([[`offered ${id}`], 0])
  })

  test('an offer to me and a request to me are told once, and none between two others', async () => {
    const visit = await openVisit(ana)
    const offered = await publish(world, eva, { to: ana.address })
    await visit.look()
    const asked = await ask(world, luis, { to: ana.address })
    await publish(world, luis, { to: eva.address })
    await visit.look()
    await visit.look()
    expect(visit.told).toEqual([`offered ${offered}`, `asked ${asked}`])
  })

  test('a payment that becomes due, or late, is told once to each of the two', async () => {
    const id = await lend(ana, luis, { seconds: 5 * DAY })
    const device = createDevice()
    const [lender, borrower] = [await openVisit(ana), await openVisit(luis, { device })]
    for (const days of [3, 0, 3, 0]) {
      await passOnChain(days * DAY + 1)
      await lender.look()
      await borrower.look()
    }
    expect([lender.told, borrower.told]).toEqual([[`owedLate ${id}`], [`dueSoon ${id}`, `overdue ${id}`]])
    expect((await openVisit(luis, { device })).list()).toEqual([])
  })

  test('a payment that a reorganised chain took back is no news by that, and the next one is told with its own amount', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const visit = await openVisit(ana)
    const fork = await client.markFork()
    await pay(world, luis, id, 30n * DOLLAR)
    await visit.look()
    await fork.reorganise()
    await visit.look()
    expect(visit.told).toEqual([`paid ${id} 30`])
    await pay(world, luis, id, 20n * DOLLAR)
    await visit.look()
    expect(visit.told.slice(1)).toEqual([`paid ${id} 20`])
  })

  test('what changes while events are searched is neither lost nor told twice', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const device = createDevice()
    const visit = await openVisit(ana, { device })
    const late = holdEvents()
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    await visit.read()
    await late.asked
    await pay(world, luis, id, 20n * DOLLAR)
    await sendDollars(world, luis, ana.address, 3n * DOLLAR)
    await visit.read()
    expect([visit.told, visit.searchCount()]).toEqual([[`paid ${id} 20`], 1])
    late.release()
    await visit.searched()
    expect(visit.told).toEqual([`paid ${id} 20`, 'arrived 7 from eva'])
    await client.mine({ blocks: 1 })
    await visit.look()
    await visit.look()
    expect([visit.told.slice(2), visit.searchCount()]).toEqual([['arrived 3 from luis'], 2])
    expect((await openVisit(ana, { device })).list()).toEqual([])
  })
})

describe('a payment that I note myself', () => {
  const stages: [string, (block: bigint) => Stage][] = [
    ['is on its way', () => ({ at: 'sent', waited: 1 })],
    ['is mined', (block) => ({ at: 'mined', depth: 1, of: 3, block })],
    ['is done', (block) => ({ at: 'done', outcome: { kind: 'confirmed', paid: 5n * DOLLAR }, hash: '0x1', block })],
  ]

  test.each(stages)('is no news where it %s, and a later one of somebody else is told whole', async (_, stageIn) => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const visit = await openVisit(ana)
    await notePayment(world, ana, id, 5n * DOLLAR)
    const block = await getBlockNumber(client)
    visit.board.outbox.set([notedOf(visit, id, 5n * DOLLAR, stageIn(block))])
    await visit.look()
    expect(visit.told).toEqual([])
    visit.board.outbox.set([notedOf(visit, id, 5n * DOLLAR, { at: 'mined', depth: 2, of: 3, block })])
    await pay(world, luis, id, 7n * DOLLAR)
    await visit.look()
    expect(visit.told).toEqual([`paid ${id} 7`])
  })

  test('in the same answer with one of somebody else, only theirs is told, as the contract took mine', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const visit = await openVisit(ana)
    await pay(world, luis, id, 80n * DOLLAR)
    // More than was left: the contract takes what is owed.
    await notePayment(world, ana, id, 50n * DOLLAR)
    const outcome = { kind: 'confirmed', paid: 10n * DOLLAR + 740n } as const
    visit.board.outbox.set([
      notedOf(visit, id, 50n * DOLLAR, { at: 'done', outcome, hash: '0x1', block: await getBlockNumber(client) }),
    ])
    await visit.look()
    expect(visit.told).toEqual([`paid ${id} 80`])
  })

  test('and that failed takes nothing from what somebody else paid', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const visit = await openVisit(ana)
    await pay(world, luis, id, 7n * DOLLAR)
    const replaced = { at: 'done', outcome: { kind: 'replaced' }, hash: '0x1', block: await getBlockNumber(client) } as const
    visit.board.outbox.set([notedOf(visit, id, 5n * DOLLAR, replaced)])
    await visit.look()
    expect(visit.told).toEqual([`paid ${id} 7`])
  })

  test('or collect by link is no news either', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const visit = await openVisit(ana)
    const payment = await payByLink(world, luis, id, 5n * DOLLAR)
    const noted = notedOf(visit, id, 5n * DOLLAR, { at: 'sent', waited: 1 })
    if (noted.command.kind !== 'recordPayment') throw new Error('It is another command.')
    await collect(world, ana, payment)
    const block = await getBlockNumber(client)
    const mined = { at: 'mined', depth: 1, of: 3, block } as const
    visit.board.outbox.set([entryOf({ kind: 'repaySigned', loan: noted.command.loan, payment }, mined)])
    await visit.look()
    expect(visit.told).toEqual([])
  })

  test('is not on the list of the next visit either, on the device that noted it', async () => {
    const [mine, other] = [await lend(ana, luis, { principal: 90n * DOLLAR }), await lend(ana, luis, { principal: 90n * DOLLAR })]
    const device = createDevice()
    const before = await openVisit(ana, { device })
    for (const id of [mine, other]) await notePayment(world, ana, id, 5n * DOLLAR)
    const block = await getBlockNumber(client)
    const noted = [notedOf(before, mine, 5n * DOLLAR, { at: 'mined', depth: 1, of: 3, block })]
    const visit = await openVisit(ana, { device, noted })
    expect(visit.list()).toEqual([`paid ${other} 5`])
  })
})

describe('what I signed for others to send', () => {
  test('that somebody lent by my link, and collected my payment by link, is told once', async () => {
    const device = createDevice()
    const request = await askByLink(world, luis)
    const visit = await openVisit(luis, { device })
    visit.board.signed.set({ all: [request] })
    await fundByLink(world, ana, request)
    await visit.look()
    const [loan] = visit.board.get().knownLoans
    expect(visit.told).toEqual([`funded ${loan?.id}`])
    visit.leave()

    const payment = await payByLink(world, luis, loan?.id ?? 0n, 5n * DOLLAR)
    await collect(world, ana, payment)
    const next = await openVisit(luis, { device, signed: [payment, request] })
    expect(next.list()).toEqual([`collected ${loan?.id} 5`])
    expect((await openVisit(luis, { device, signed: [payment, request] })).list()).toEqual([])
  })
})

describe('a node that gives no events', () => {
  test('is asked again only after a pause, and then what arrived is told', async () => {
    const visit = await openVisit(ana)
    node.breakWith(faults.rpcError, 'eth_getLogs')
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    await visit.look()
    expect(visit.searchCount()).toBe(1)
    await node.heal()
    for (let answer = 0; answer < 3; answer++) {
      await client.mine({ blocks: 1 })
      visit.board.clock.pass(50_000)
      await visit.look()
    }
    expect([visit.told, visit.searchCount()]).toEqual([[], 1])
    await client.mine({ blocks: 1 })
    visit.board.clock.pass(30_000)
    await visit.look()
    expect([visit.told, visit.searchCount()]).toEqual([['arrived 7 from eva'], 2])
  })

  test('does not keep the loans from being told, and what arrived before the visit comes to the list later', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const device = await visited(ana)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    node.breakWith(faults.rpcError, 'eth_getLogs')
    const visit = await openVisit(ana, { device })
    await pay(world, luis, id, 20n * DOLLAR)
    await visit.look()
    expect([visit.list(), visit.told]).toEqual([[], [`paid ${id} 20`]])
    await node.heal()
    await client.mine({ blocks: 1 })
    visit.board.clock.pass(180_000)
    await visit.look()
    expect([visit.list(), visit.told]).toEqual([['arrived 7 from eva'], [`paid ${id} 20`]])
  })

  test('for a whole visit leaves what arrived to the next one', async () => {
    const device = await visited(ana)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    node.breakWith(faults.rpcError, 'eth_getLogs')
    expect((await openVisit(ana, { device })).list()).toEqual([])
    await node.heal()
    expect((await openVisit(ana, { device })).list()).toEqual(['arrived 7 from eva'])
  })
})

describe('who leaves', () => {
  test('ends the search, of which nothing is told or kept any more', async () => {
    const device = createDevice()
    const visit = await openVisit(ana, { device })
    const late = holdEvents()
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    await visit.read()
    await late.asked
    const kept = device.writes.length
    visit.leave()
    expect(visit.isLastSearchCalledOff()).toBe(true)
    late.release()
    await visit.searched()
    expect([visit.told, visit.list(), device.writes.length]).toEqual([[], [], kept])
    expect((await openVisit(ana, { device })).list()).toEqual(['arrived 7 from eva'])
  })

  test('is told of it on coming back, without the pause of a node that gives no events', async () => {
    const visit = await openVisit(ana)
    const late = holdEvents()
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    await visit.read()
    await late.asked
    visit.leave()
    late.release()
    await visit.searched()
    visit.comeBack()
    await client.mine({ blocks: 1 })
    await visit.look()
    expect(visit.told).toEqual(['arrived 7 from eva'])
  })
})

describe('on the device', () => {
  test('the snapshot is written only when something changed', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const device = createDevice()
    const visit = await openVisit(ana, { device })
    for (let answer = 0; answer < 3; answer++) {
      await client.mine({ blocks: 1 })
      await visit.look()
    }
    visit.board.clock.pass(60_000)
    expect(device.writes).toHaveLength(1)
    await extend(world, ana, id, DAY)
    await visit.look()
    expect([device.writes.length, visit.told]).toEqual([2, []])
    await openVisit(ana, { device })
    expect(device.writes).toHaveLength(2)
  })

  test.each([['AAAA'], ['{"version":1}'], ['']])(
    'a damaged snapshot (%j) is no error: no news, and the next visit has some',
    async (text) => {
      const id = await publish(world, ana, { principal: 90n * DOLLAR, apr: 1 })
      const device = createDevice(text)
      await take(world, luis, id)
      const visit = await openVisit(ana, { device })
      expect([visit.list(), visit.told, device.writes.length]).toEqual([[], [], 1])
      await pay(world, luis, id, 30n * DOLLAR)
      expect((await openVisit(ana, { device })).list()).toEqual([`paid ${id} 30`])
    },
  )

  test('where nothing can be written, news is told while the page is open, each once', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const full = { ...createDevice(), write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    const visit = await openVisit(ana, { device: full })
    await pay(world, luis, id, 20n * DOLLAR)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    await visit.look()
    await visit.look()
    expect(visit.told).toEqual([`paid ${id} 20`, 'arrived 7 from eva'])
  })

  test('before it was opened, and where it cannot be read, there is no news and nothing is searched', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const device = await visited(ana)
    const visit = await enterWithoutDevice(ana)
    const blocked = { ...createDevice(), read: () => Promise.reject(new DOMException('blocked', 'SecurityError')) }
    await expect(visit.news.keepIn(blocked)).rejects.toThrow('blocked')
    await pay(world, luis, id, 20n * DOLLAR)
    await visit.look()
    expect([visit.list(), visit.told, visit.searchCount()]).toEqual([[], [], 0])
    await visit.news.keepIn(device)
    expect(visit.list()).toEqual([`paid ${id} 20`])
  })

  test('a wallet that is kept meanwhile goes on with what this page has seen, and the next visit begins there', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const kept = await visited(ana)
    await pay(world, luis, id, 10n * DOLLAR)
    const visit = await openVisit(ana)
    await pay(world, luis, id, 20n * DOLLAR)
    await sendDollars(world, eva, ana.address, 7n * DOLLAR)
    await visit.look()
    const told = [`paid ${id} 20`, 'arrived 7 from eva']
    await visit.news.keepIn(kept)
    await visit.searched()
    await visit.look()
    expect([visit.told, visit.list()]).toEqual([told, []])
    await pay(world, luis, id, 5n * DOLLAR)
    expect((await openVisit(ana, { device: kept })).list()).toEqual([`paid ${id} 5`])
  })

  test('a wallet that is kept for the first time has news at its next visit, also where nothing changed since', async () => {
    const id = await lend(ana, luis, { principal: 90n * DOLLAR, apr: 1 })
    const visit = await openVisit(ana)
    const kept = createDevice()
    await visit.news.keepIn(kept)
    visit.leave()
    await pay(world, luis, id, 20n * DOLLAR)
    expect((await openVisit(ana, { device: kept })).list()).toEqual([`paid ${id} 20`])
  })
})

type Device = ReturnType<typeof createDevice>

/** A device in memory. `writes`: every snapshot that was kept on it, in order. */
function createDevice(text?: string) {
  const writes: string[] = []
  return {
    writes,
    read: async () => writes.at(-1) ?? text,
    write: async (next: string): Promise<unknown> => writes.push(next),
  }
}

/** A device on which somebody has seen their dashboard as it is now. */
async function visited(account: LocalAccount): Promise<Device> {
  const device = createDevice()
  const { leave } = await openVisit(account, { device })
  leave()
  return device
}

type Opening = {
  /** Undefined: nothing on the device is opened. */
  device?: Pick<Device, 'read' | 'write'> | undefined
  /** Payments that this device noted before. */
  noted?: readonly Entry[]
  /** What is kept of what was signed. */
  signed?: readonly Signed[]
}

/** Somebody's visit, once the dashboard is read, and compared with what was kept. */
async function openVisit(account: LocalAccount, { device = createDevice(), noted = [], signed = [] }: Opening = {}) {
  const visit = await enterWithoutDevice(account)
  visit.board.outbox.set(noted)
  visit.board.signed.set({ all: signed })
  await visit.board.until(({ ownSigned }) => ownSigned.isRead)
  await visit.news.keepIn(device)
  await visit.searched()
  return visit
}

/** Somebody's visit, once the dashboard is read. Nothing on the device is opened yet. */
async function enterWithoutDevice(account: LocalAccount) {
  const { createActivityLog } = await import('../../chain/history/activityLog.ts')
  const { readArrivals } = createActivityLog(deploymentOf(world).loanBook, account.address)
  const board = openBoard(account)
  const searches: { found: Promise<unknown>; signal: AbortSignal }[] = []
  const news = createNews({
    board,
    outbox: board.outbox,
    clock: board.clock,
    readArrivals: (book, from, signal) => {
      const found = readArrivals(book, from, signal)
      searches.push({ found, signal })
      return found
    },
  })
  const told: string[] = []
  news.onNews((pieces) => told.push(...pieces.map(brief)))
  let leave = news.subscribe(() => {})
  onTestFinished(() => leave())

  /** Reads the dashboard again, whether or not there is a new block. */
  const read = async () => {
    const { dashboard: before } = board.get()
    board.clock.pass(1)
    board.refresh()
    await board.until(({ dashboard }) => dashboard !== before)
  }
  /** Until every search has ended, found or not. The store hears of it before. */
  const searched = () => Promise.allSettled(searches.map(({ found }) => found))

  await board.until(({ book }) => book)
  return {
    board,
    news,
    list: () => news.get().map(brief),
    /** Notices, in order. */
    told,
    read,
    searched,
    look: async () => {
      await read()
      await searched()
    },
    searchCount: () => searches.length,
    isLastSearchCalledOff: () => searches.at(-1)?.signal.aborted,
    leave: () => leave(),
    comeBack: () => {
      leave = news.subscribe(() => {})
    },
  }
}

/** From now on the node keeps events waiting until `release`. `asked`: once it was asked for some. */
function holdEvents() {
  let hear = () => {}
  const asked = new Promise<void>((resolve) => {
    hear = resolve
  })
  const { fault, release } = holding(() => {
    hear()
    return true
  })
  node.breakWith(fault, 'eth_getLogs')
  return { asked, release }
}

/** Kind, loan and amount, or who it came from. */
function brief(news: News): string {
  if (news.kind === 'arrived') return `arrived ${inDollars(news.amount)} from ${nameOf(news.person)}`
  if ('loan' in news) return `${news.kind} ${news.loan.id}`
  return `${news.kind} ${news.row.id}${news.amount === undefined ? '' : ` ${inDollars(news.amount)}`}`
}

function inDollars(amount: bigint): number {
  return Number(amount) / Number(DOLLAR)
}

function nameOf(person: Address): string | undefined {
  return Object.entries(people).find(([, { address }]) => isAddressEqual(address, person))?.[0]
}

/** The command by which this device noted a payment. */
function notedOf({ board }: Pick<Visit, 'board'>, id: bigint, amount: bigint, stage: Stage): Entry {
  const loan = board.get().knownLoans.find((known) => known.id === id)
  if (loan?.status !== 'active') throw new Error('It is not active.')
  return entryOf({ kind: 'recordPayment', loan, amount }, stage)
}

async function drawDollars(account: LocalAccount): Promise<void> {
  const { send } = await createTransactionSender({ transport: chain.transport, account })
  await send({ to: deploymentOf(world).dollar, data: encodeFunctionData({ abi: testDollarAbi, functionName: 'faucet' }) })
}

type Visit = Awaited<ReturnType<typeof enterWithoutDevice>>

test('a payment that I noted on a loan behind a hundred others is no news', async () => {
  const [oldest = 0n] = await lendMany(ana, luis, OWN_ROWS + 3)
  const { pass } = withIntervals()
  const visit = await openVisit(ana)
  await visit.board.until(({ ownRows }) => ownRows)
  const some = visit.board.get().knownLoans[0]
  if (some?.status !== 'active') throw new Error('There is no loan.')
  const entry = (stage: Stage) => entryOf({ kind: 'recordPayment', loan: { ...some, id: oldest }, amount: 5n * DOLLAR }, stage)
  visit.board.outbox.set([entry({ at: 'sent', waited: 1 })])
  await notePayment(world, ana, oldest, 5n * DOLLAR)
  const block = await getBlockNumber(client)
  visit.board.outbox.set([entry({ at: 'done', outcome: { kind: 'confirmed', paid: 5n * DOLLAR }, hash: '0x1', block })])
  await client.mine({ blocks: 1 })
  await pass(45)
  expect(visit.board.get().ownRows?.lent.find(({ id }) => id === oldest)?.owed).toBe(owedOn(some) - 5n * DOLLAR)
  expect(visit.told).toEqual([])
})
