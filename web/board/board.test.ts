import { getBlockNumber } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import { forgedIn, holding } from '../../e2e/support/forged.ts'
import { deploymentOf, pay, publish, take } from '../../e2e/support/others.ts'
import type { Outcome } from '../chain/outbox/outbox.ts'
import { networks } from '../chains.ts'
import type { Command } from '../commands/command.ts'
import { OWN_PAGE } from '../loans/limits.ts'
import { DAY, DOLLAR, type Offer } from '../loans/loan.ts'
import { historyWith } from '../people/dealings.ts'
import { chain, client, entryOf, idsOf, lend, node, openBoard, passOnChain, withBoards, world } from './boards.testing.ts'
import { sumOf } from './own/dueDates.ts'

const { ana, luis, eva } = people

const cancelling = (offer: Offer) => ({ kind: 'cancelOffer', offer }) as const

withBoards()

test('M4 the open offers of the contract replace the examples, in one call', async () => {
  const board = openBoard(luis)
  expect(board.get().market.items).toBeUndefined()
  const { market } = await board.until(({ market }) => market.items)
  expect(market.items?.map(({ loan }) => loan.id)).toEqual([4n, 3n, 2n, 1n])
  expect(market.openCounts).toEqual({ offer: 4, request: 0 })
  expect(board.calls).toEqual(['dashboard'])
})

test('D1 a loan goes from offer to debt to repaid without a reload', async () => {
  const board = openBoard(luis)
  await board.until(({ market }) => market.items)
  await take(world, luis, 1n)
  board.refresh()
  const { sections, market } = await board.until(({ sections }) => sections.borrowed.loans.length === 1)
  expect(market.items?.map(({ loan }) => loan.id)).toEqual([4n, 3n, 2n])
  expect(sections.borrowed.loans[0]?.loan).toMatchObject({ id: 1n, principal: 300n * DOLLAR, lender: ana.address })
  await pay(world, luis, 1n, 1_000n * DOLLAR)
  board.refresh()
  const { sections: after } = await board.until(({ sections }) => sections.borrowed.ended.count === 1)
  expect(after.borrowed).toMatchObject({ loans: [], takenCount: 1, reading: 'done' })
})

test('a search goes through all that is open, and reads the matches whole', async () => {
  await publish(world, eva, { note: 'Para una moto roja', principal: 77n * DOLLAR })
  const board = openBoard(luis, { filters: { words: 'moto' } })
  const { market } = await board.until(({ market }) => market.items?.length === 1)
  expect(market.items?.[0]?.loan.note).toBe('Para una moto roja')
  expect(market.search).toMatchObject({ foundCount: 1, searchedCount: 5, isSearch: true, hasFailed: false })
})

describe('before somebody looks', () => {
  test('nothing is asked; who leaves stops it, and who comes back reads again', async () => {
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    board.leave()
    await publish(world, ana, {})
    board.clock.pass(60_000)
    expect(board.calls).toEqual(['dashboard'])
    expect(board.get().market.items).toHaveLength(4)
    const stop = board.subscribe(() => {})
    expect((await board.until(({ market }) => market.items?.length === 5)).market.items?.[0]?.loan.id).toBe(5n)
    expect(board.calls).toEqual(['dashboard', 'dashboard'])
    stop()
  })

  test('an answer that comes after somebody left starts nothing again', async () => {
    await publishMany(chain, 196)
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    const late = holding()
    node.breakWith(late.fault, 'eth_call')
    board.loadMore()
    board.leave()
    late.release()
    await expect.poll(() => board.get().market.items).toHaveLength(200)
    expect(board.calls).toEqual(['dashboard', 'open'])
  })

  test('several looks at once ask once, and the view is the same object until something changes', async () => {
    const board = openBoard(luis)
    const others = [board.subscribe(() => {}), board.subscribe(() => {})]
    const view = await board.until(({ dashboard }) => dashboard)
    expect(board.get()).toBe(view)
    expect(board.calls).toEqual(['dashboard'])
    for (const stop of others) stop()
  })
})

describe('H1 H2 H3 what I have', () => {
  test('ether, dollars, and what my open offers hold', async () => {
    await client.setBalance({ address: ana.address, value: 2n * 10n ** 18n })
    await client.setTokens(deploymentOf(world).dollar, ana.address, 800n * DOLLAR)
    await client.mine({ blocks: 1 })
    const board = openBoard(ana)
    const { dashboard, book, inOffers, chainId, me } = await board.until(({ dashboard }) => dashboard)
    expect(dashboard?.ethBalance).toBe(2n * 10n ** 18n)
    expect([book?.dollarBalance, inOffers]).toEqual([800n * DOLLAR, 300n * DOLLAR])
    expect([chainId, me]).toEqual([networks.local.id, ana.address])
  })

  test('what the contract keeps for me, unless I am withdrawing it already', async () => {
    node.breakWith(
      forgedIn('dashboard', (board) => ({ ...board, claimable: 40n * DOLLAR })),
      'eth_call',
    )
    const board = openBoard(ana)
    expect((await board.until(({ dashboard }) => dashboard)).claimable).toBe(40n * DOLLAR)
    const withdrawing = entryOf({ kind: 'withdraw', amount: 40n * DOLLAR }, { at: 'sent', waited: 0 })
    board.outbox.set([withdrawing])
    expect(board.get().claimable).toBe(0n)
    // Another transaction used its nonce: the dollars are still there.
    board.outbox.set([{ ...withdrawing, stage: { at: 'done', outcome: { kind: 'replaced' }, hash: '0x1', block: 1n } }])
    expect(board.get().claimable).toBe(40n * DOLLAR)
  })
})

describe('my own commands on their way', () => {
  const terms = { principal: 150n * DOLLAR, apr: 500, duration: 30 * DAY, instalments: 1, note: 'En un momento' }
  const creating = { kind: 'createOffer', offer: { ...terms, openDays: 7, borrower: luis.address } } as const

  test('an offer shows at once, stays without a gap and never twice, until the block that has it is read', async () => {
    const board = openBoard(ana)
    await board.until(({ dashboard }) => dashboard)
    const shown: string[] = []
    const look = () => {
      const found = board.get().market.items?.filter(({ loan }) => loan.note === terms.note) ?? []
      shown.push(found.map(({ pending }) => pending?.kind ?? 'published').join())
    }
    board.outbox.set([entryOf(creating, { at: 'kept', waited: 0 })])
    const stop = board.subscribe(look)
    look()
    expect(board.get().market.items?.[0]).toMatchObject({
      pending: creating,
      loan: { lender: ana.address, borrower: luis.address, openUntil: board.get().now + 7 * DAY, demo: false },
    })
    expect(board.get().underWay).toEqual([creating])
    board.outbox.set([entryOf(creating, { at: 'sent', waited: 1 })])

    await publish(world, ana, { ...terms, to: luis.address, openDays: 7 })
    const block = await getBlockNumber(client, { cacheTime: 0 })
    board.outbox.set([entryOf(creating, { at: 'mined', depth: 1, of: 1, block })])
    const done = { at: 'done', outcome: { kind: 'confirmed' }, hash: '0x1', block } as const
    board.outbox.set([entryOf(creating, done)])
    expect(board.get().underWay).toEqual([creating])
    board.refresh()
    const { underWay, market } = await board.until(({ underWay }) => underWay.length === 0)
    expect([underWay, market.items?.[0]?.pending, market.items?.[0]?.loan.id]).toEqual([[], undefined, 5n])
    stop()
    expect(new Set(shown)).toEqual(new Set(['createOffer', 'published']))
    expect(shown.indexOf('published')).toBe(shown.lastIndexOf('createOffer') + 1)
  })

  test('offers that are cancelled by one transaction are each on their way', async () => {
    for (const principal of [10n, 20n, 30n]) await publish(world, eva, { principal: principal * DOLLAR })
    const board = openBoard(eva)
    const { market } = await board.until(({ market }) => market.mine.length > 2)
    const [first, second, ...others] = market.mine.map(({ loan }) => loan as Offer)
    if (!first || !second) throw new Error('No offers')
    const parts = [cancelling(first), cancelling(second)] as const
    board.outbox.set([entryOf({ kind: 'several', parts }, { at: 'sent', waited: 0 })])
    const { items, mine } = board.get().market
    expect(items?.slice(0, 3).map(({ pending }) => pending)).toEqual([...parts, undefined])
    expect(mine.map(({ loan }) => loan)).toEqual(others)
  })

  test('a request of mine shows at once too, in its own list alone', async () => {
    const asking = { kind: 'createRequest', request: { ...terms, openDays: 0, lender: undefined } } as const
    const board = openBoard(ana)
    const { market } = await board.until(({ dashboard }) => dashboard)
    board.outbox.set([entryOf(asking, { at: 'sent', waited: 0 })])
    expect(board.get().market.items).toHaveLength(4)
    board.filter({ ...market.filters, kind: 'request' })
    const { market: requests } = await board.until(({ market }) => market.items)
    expect(requests.items).toMatchObject([{ pending: asking, loan: { status: 'requested', openUntil: undefined } }])
  })

  test('what is being taken, paid or withdrawn is marked where it stands, and marked no more once that failed', async () => {
    const id = await lend(ana, luis, {})
    const board = openBoard(luis)
    const { market, sections } = await board.until(({ dashboard }) => dashboard)
    const offer = market.items?.find(({ loan }) => loan.id === 1n)?.loan
    const own = market.items?.find(({ loan }) => loan.id === 2n)?.loan
    const debt = sections.borrowed.loans[0]?.loan
    if (offer?.status !== 'open' || own?.status !== 'open' || debt?.status !== 'active') throw new Error('They are not there.')
    const commands: Command[] = [
      { kind: 'acceptOffer', offer },
      { kind: 'cancelOffer', offer: own },
      { kind: 'repay', loan: debt, amount: DOLLAR },
    ]
    board.outbox.set(commands.map((command) => entryOf(command, { at: 'displaced', since: 1n })))
    const pendingOf = (of: bigint) => board.get().market.items?.find(({ loan }) => loan.id === of)?.pending?.kind
    expect([pendingOf(1n), pendingOf(2n), pendingOf(3n)]).toEqual(['acceptOffer', 'cancelOffer', undefined])
    expect(board.get().sections.borrowed.loans.map(({ loan, pending }) => [loan.id, pending?.kind])).toEqual([[id, 'repay']])
    const failures: Outcome[] = [
      { kind: 'annulled' },
      { kind: 'replaced' },
      { kind: 'reverted', refusal: { name: 'NotYours', args: [] } },
    ]
    for (const outcome of failures) {
      const stage = { at: 'done', outcome, hash: '0x1', block: 9_999n } as const
      board.outbox.set(commands.map((command) => entryOf(command, stage)))
      expect([board.get().underWay, pendingOf(1n), pendingOf(2n)]).toEqual([[], undefined, undefined])
    }
  })

  test('what a reorganised chain took back is on its way again', async () => {
    const fork = await client.markFork()
    await take(world, luis, 1n)
    const block = await getBlockNumber(client, { cacheTime: 0 })
    const board = openBoard(luis)
    const { sections } = await board.until(({ dashboard }) => dashboard)
    expect(idsOf(sections.borrowed.loans)).toEqual([1])
    await fork.reorganise()
    board.refresh()
    const { market } = await board.until(({ market }) => market.items?.length === 4)
    const [offer] = market.items?.filter(({ loan }) => loan.id === 1n) ?? []
    if (offer?.loan.status !== 'open') throw new Error('It is not open.')
    board.outbox.set([entryOf({ kind: 'acceptOffer', offer: offer.loan }, { at: 'mined', depth: 1, of: 3, block: block + 1n })])
    expect(board.get().market.items?.find(({ loan }) => loan.id === 1n)?.pending?.kind).toBe('acceptOffer')
  })
})

describe('examples', () => {
  test('X5 X6 X7 stand beside my loans until somebody hides them, which is kept, and can be brought back', async () => {
    const board = openBoard(luis)
    const { sections, areExamplesHidden, dueDates } = await board.until(({ dashboard }) => dashboard)
    expect([sections.lent.examples.length, sections.borrowed.examples.length, areExamplesHidden]).toEqual([2, 2, false])
    expect(sections.borrowed).toMatchObject({ loans: [], takenCount: 0, areExamplesHidden: false })
    expect(dueDates).toEqual([])
    board.toggleExamples()
    expect(board.get()).toMatchObject({ areExamplesHidden: true, sections: { lent: { areExamplesHidden: true } } })
    expect(openBoard(luis, { kept: board.kept() }).get().areExamplesHidden).toBe(true)
    board.toggleExamples()
    expect(board.get().areExamplesHidden).toBe(false)
  })

  test('are no due dates, and are in no sum', async () => {
    await lend(ana, luis, { principal: 30n * DOLLAR })
    const board = openBoard(luis)
    const { dueDates, sections } = await board.until(({ dashboard }) => dashboard)
    expect(dueDates.map(({ side }) => side)).toEqual(['borrowed'])
    expect(sections.borrowed.examples).toHaveLength(2)
    expect([sumOf(dueDates, 'lent'), sumOf(dueDates, 'borrowed')]).toEqual([0n, 30n * DOLLAR + 246_576n])
  })
})

describe('due dates', () => {
  test('X3 with instalments the next unpaid one is due, with its amount; the sum is all that is owed', async () => {
    const plan = { principal: 300n * DOLLAR, seconds: 30 * DAY, apr: 1000, instalments: 3 }
    const paid = await lend(ana, luis, plan)
    await pay(world, luis, paid, 101n * DOLLAR)
    await lend(ana, luis, { ...plan, principal: 600n * DOLLAR })
    await lend(luis, eva, { principal: 10n * DOLLAR, seconds: 60 * DAY })
    await passOnChain(11 * DAY)
    const board = openBoard(luis)
    const { dueDates, now, sections, waiting } = await board.until(({ dashboard }) => dashboard)
    const days = (dueAt: number) => Math.floor((dueAt - now) / DAY)
    expect(dueDates.map(({ dueAt, amount, side }) => [days(dueAt), amount, side])).toEqual([
      [-2, 201_650_000n, 'borrowed'],
      [8, 100_650_000n, 'borrowed'],
      [48, 10_164_384n, 'lent'],
    ])
    // 302.465754 less 101, and 604.931507.
    expect(sumOf(dueDates, 'borrowed')).toBe(201_465_754n + 604_931_507n)
    expect(sections.borrowed.loans.map(({ loan }) => loan.principal)).toEqual([600n * DOLLAR, 300n * DOLLAR])
    expect(waiting.payments).toBe(1)
  })

  test('the amount of an instalment is not guessed where its loan is not known whole', async () => {
    for (let loans = 0; loans <= OWN_PAGE; loans++)
      await lend(ana, luis, { principal: 90n * DOLLAR, seconds: (30 + 3 * loans) * DAY, apr: 1, instalments: 3 })
    const board = openBoard(luis)
    const { dueDates } = await board.until(({ dashboard }) => dashboard)
    expect(dueDates.map(({ amount }) => amount !== undefined)).toEqual([...Array.from({ length: OWN_PAGE }, () => true), false])
    expect(dueDates.at(-1)?.person).toBeUndefined()
    board.showMore('borrowed')
    await board.until(({ dueDates }) => dueDates.every(({ amount }) => amount !== undefined))
  })
})

test('what waits for me is what people I know offer and ask, and what I owe that is late or due soon', async () => {
  const board = openBoard(luis)
  expect((await board.until(({ dashboard }) => dashboard)).waiting).toEqual({ offers: 0, requests: 0, payments: 0 })
  await publish(world, ana, { to: luis.address })
  await lend(ana, luis, { seconds: 2 * DAY })
  await lend(luis, eva, { seconds: 2 * DAY })
  board.refresh()
  const { waiting } = await board.until(({ waiting }) => waiting.offers > 0)
  expect(waiting).toEqual({ offers: 1, requests: 0, payments: 1 })
})

test('dialogs lie over one another, each closes alone, and all close for the publish form', async () => {
  const board = openBoard(luis)
  const [first, second] = [{ kind: 'settings' } as const, { kind: 'settings' } as const]
  board.ask(first)
  board.ask(second)
  expect(board.get().dialogs.map(({ serial }) => serial)).toEqual([1, 2])
  board.close(first)
  expect(board.get().dialogs).toEqual([{ about: second, serial: 2 }])
  const prepared = { kind: 'offer', to: ana.address } as const
  board.prepare(prepared)
  expect(board.get()).toMatchObject({ dialogs: [], prepared })
})

test('ana lends, luis pays in two parts, and both boards see every step', async () => {
  const [lender, borrower] = [openBoard(ana), openBoard(luis)]
  await lender.until(({ dashboard }) => dashboard)
  await borrower.until(({ dashboard }) => dashboard)
  const see = async (question: Parameters<typeof lender.until>[0]) => {
    for (const board of [lender, borrower]) {
      board.refresh()
      await board.until(question)
    }
  }
  await take(world, luis, 1n)
  await see(({ sections }) => sections.lent.loans.length + sections.borrowed.loans.length === 1)
  await pay(world, luis, 1n, 100n * DOLLAR)
  await see(({ knownLoans }) => knownLoans.some(({ repaid }) => repaid === 100n * DOLLAR))
  expect(sumOf(lender.get().dueDates, 'lent')).toBe(sumOf(borrower.get().dueDates, 'borrowed'))
  await pay(world, luis, 1n, 300n * DOLLAR)
  await see(({ sections }) => sections.lent.ended.count + sections.borrowed.ended.count === 1)
  expect(historyWith(lender.get().dealings, luis.address)).toMatchObject({ taken: 1, repaid: 1, owesMe: 0n })
})
