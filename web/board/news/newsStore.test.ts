import { numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { askByLink, collect, fundByLink, payByLink } from '../../../e2e/support/byLink.ts'
import { forgedIn, holding, of } from '../../../e2e/support/forged.ts'
import {
  ask,
  extend,
  forgive,
  fundRequest,
  pay,
  publish,
  sendDollars,
  take,
  withdrawRequest,
} from '../../../e2e/support/others.ts'
import { OWN_ROWS } from '../../loans/limits.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { client, lend, lendMany, node, passOnChain, withBoards, world } from '../boards.testing.ts'
import { createDevice, drawDollars, holdEvents, openVisit, visited } from './news.testing.ts'
import { decodeSnapshot } from './news.ts'

const { ana, luis, eva } = people

withBoards()

describe('since the last visit', () => {
  test('at the first visit nothing that happened before is news, and what is offered to me and waits is told', async () => {
    await lend(ana, luis, { principal: 90n * DOLLAR })
    await sendDollars(world, luis, ana.address, 7n * DOLLAR)
    const offered = await publish(world, eva, { to: ana.address })
    const device = createDevice()
    const visit = await openVisit(ana, { device })
    await visit.look()
    expect([visit.list(), visit.told, visit.searchCount()]).toEqual([[], [`offered ${offered}`], 0])
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
    node.breakWith(of('ownOf', rows.fault), 'eth_call')
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

  test('searches events only if my dollars changed by a dollar', async () => {
    const visit = await openVisit(ana)
    const id = await publish(world, eva, { to: ana.address })
    await visit.look()
    expect([visit.told, visit.searchCount()]).toEqual([[`offered ${id}`], 0])
    await sendDollars(world, eva, ana.address, DOLLAR - 1n)
    await visit.look()
    expect(visit.searchCount()).toBe(0)
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
