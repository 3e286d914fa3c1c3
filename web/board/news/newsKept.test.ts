import { getBlockNumber } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { collect, payByLink } from '../../../e2e/support/byLink.ts'
import { faults } from '../../../e2e/support/node.ts'
import { extend, notePayment, pay, publish, sendDollars, take } from '../../../e2e/support/others.ts'
import type { Stage } from '../../chain/outbox/outbox.ts'
import { OWN_ROWS } from '../../loans/limits.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { owedOn } from '../../loans/terms.ts'
import { client, entryOf, lend, lendMany, node, withBoards, withIntervals, world } from '../boards.testing.ts'
import { createDevice, enterWithoutDevice, holdEvents, notedOf, openVisit, visited } from './news.testing.ts'

const { ana, luis, eva } = people

withBoards()

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

test('a payment that I noted on a loan behind a hundred others is no news', async () => {
  const [oldest = 0n] = await lendMany(ana, luis, OWN_ROWS + 3)
  const { pass } = withIntervals()
  const visit = await openVisit(ana)
  await visit.board.until(({ ownRows }) => ownRows)
  const some = visit.board.get().knownLoans[0]
  if (some?.status !== 'active') throw new Error('There is no loan.')
  const entry = (stage: Stage) =>
    entryOf({ kind: 'recordPayment', loan: { ...some, id: oldest }, amount: 5n * DOLLAR, paidAt: some.startedAt }, stage)
  visit.board.outbox.set([entry({ at: 'sent', waited: 1 })])
  await notePayment(world, ana, oldest, 5n * DOLLAR)
  const block = await getBlockNumber(client)
  visit.board.outbox.set([entry({ at: 'done', outcome: { kind: 'confirmed', paid: 5n * DOLLAR }, hash: '0x1', block })])
  await client.mine({ blocks: 1 })
  await pass(45)
  expect(visit.board.get().ownRows?.lent.find(({ id }) => id === oldest)?.owed).toBe(owedOn(some) - 5n * DOLLAR)
  expect(visit.told).toEqual([])
})
