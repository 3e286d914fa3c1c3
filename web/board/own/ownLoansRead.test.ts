// My own loans as they are read: a few whole, all of them in short, and the others as they are shown.
import { getBlockNumber } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { publishMany } from '../../../devchain/publishMany.ts'
import { calledIn, forgedIn, holding, of } from '../../../e2e/support/forged.ts'
import { faults } from '../../../e2e/support/node.ts'
import { ask, cancel, extend, forgive, fundRequest, pay, publish, take } from '../../../e2e/support/others.ts'
import { behind } from '../../chain/send/lies.testing.ts'
import { MAX_ROWS, OWN_ROWS } from '../../loans/limits.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { owedOn } from '../../loans/terms.ts'
import type { BoardView } from '../board.ts'
import {
  accepting,
  chain,
  client,
  entryOf,
  idsOf,
  lend,
  lendMany,
  node,
  openBoard,
  passOnChain,
  sendAll,
  withBoards,
  world,
} from '../boards.testing.ts'
import { sumOf } from './dueDates.ts'

const { ana, luis, eva } = people

withBoards()

describe('loans that are owed', () => {
  test('X1 X2 both see the same loan, the soonest due first, with what was paid, by the clock of the chain', async () => {
    const later = await lend(ana, luis, { principal: 40n * DOLLAR, seconds: 24 * DAY, note: 'Por partes.' })
    const sooner = await lend(ana, luis, { principal: 10n * DOLLAR, seconds: 15 * DAY })
    await pay(world, luis, later, 10n * DOLLAR)
    await passOnChain(20 * DAY)
    for (const [person, side] of [
      [ana, 'lent'],
      [luis, 'borrowed'],
    ] as const) {
      const board = openBoard(person)
      const { sections, now, waiting } = await board.until(({ dashboard }) => dashboard)
      const [first, second] = sections[side].loans
      expect(idsOf(sections[side].loans)).toEqual([Number(sooner), Number(later)])
      expect(first?.loan).toMatchObject({ lender: ana.address, borrower: luis.address, repaid: 0n })
      expect(second?.loan).toMatchObject({ note: 'Por partes.', repaid: 10n * DOLLAR, apr: 1000 })
      expect(sections[side].loans.map(({ loan }) => Math.floor((loan.dueAt - now) / DAY))).toEqual([-6, 3])
      // Debts wait for whoever owes them.
      expect(waiting.payments).toBe(side === 'borrowed' ? 2 : 0)
      expect(sections[side]).toMatchObject({ takenCount: 2, hiddenCount: 0, ended: { count: 0 }, reading: 'done' })
    }
  })

  test('days go on between two answers, by the device’s own clock since then', async () => {
    await lend(ana, luis, { seconds: 5 * DAY })
    const board = openBoard(luis)
    const { now, waiting } = await board.until(({ dashboard }) => dashboard)
    expect(waiting.payments).toBe(0)
    board.clock.pass(2 * DAY * 1000)
    expect(board.get().now).toBe(now + 2 * DAY)
    expect(board.get().waiting.payments).toBe(1)
  })

  test('a loan that is due first comes first, all are within reach, and sums count those that are not shown', async () => {
    const overdue = await lend(ana, luis, { principal: 99n * DOLLAR, seconds: DAY, apr: 1 })
    await lendMany(ana, luis, 35)
    await passOnChain(3 * DAY)
    const board = openBoard(luis)
    const first = await board.until(({ dashboard }) => dashboard)
    expect(first.sections.borrowed).toMatchObject({ takenCount: 36, hiddenCount: 32, shownCount: 4, isLoadingMore: false })
    expect(first.sections.borrowed.loans).toHaveLength(4)
    expect(first.sections.borrowed.loans[0]?.loan.id).toBe(overdue)
    expect(first.areSumsKnown).toBe(true)
    expect(first.dueDates).toHaveLength(36)
    expect(first.dueDates[0]).toMatchObject({ side: 'borrowed', person: ana.address })
    const owed = sumOf(first.dueDates, 'borrowed')
    expect(board.calls).toEqual(['dashboard'])

    board.showMore('borrowed')
    const more = await board.until(({ sections }) => sections.borrowed.loans.length === 29)
    expect(more.sections.borrowed).toMatchObject({ hiddenCount: 7, isLoadingMore: false })
    board.showMore('borrowed')
    const { sections, dueDates } = await board.until(({ sections }) => sections.borrowed.loans.length === 36)
    expect(sections.borrowed.hiddenCount).toBe(0)
    expect(sections.borrowed.loans.reduce((sum, { loan }) => sum + owedOn(loan), 0n)).toBe(owed)
    expect(sumOf(dueDates, 'borrowed')).toBe(owed)
    // One call for each time.
    expect(board.calls).toEqual(['dashboard', 'items', 'items'])
  })

  test('offers of mine that were withdrawn hide no debtor', async () => {
    await lend(ana, luis, { principal: 77n * DOLLAR })
    for (let offers = 0; offers < 9; offers++) await cancel(world, ana, await publish(world, ana, {}))
    const board = openBoard(ana)
    const { sections } = await board.until(({ dashboard }) => dashboard)
    expect(sections.lent).toMatchObject({ takenCount: 1, hiddenCount: 0 })
    expect(sections.lent.loans.map(({ loan }) => loan.principal)).toEqual([77n * DOLLAR])
  })

  test('one that is paid or gets more time is read again and moves to its new place', async () => {
    const [first = 0n, second = 0n] = await lendMany(ana, luis, 12)
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    board.showMore('borrowed')
    await board.until(({ sections }) => sections.borrowed.loans.length === 12)
    await pay(world, luis, first, 3n * DOLLAR)
    await extend(world, ana, second, 9 * DAY)
    board.refresh()
    const paid = ({ sections }: ReturnType<typeof board.get>) => sections.borrowed.loans.find(({ loan }) => loan.id === first)
    expect(paid(await board.until((view) => paid(view)?.loan.repaid === 3n * DOLLAR))).toBeDefined()
    const { sections } = await board.until(({ sections }) => sections.borrowed.loans.at(-1)?.loan.id === second)
    expect(sections.borrowed.loans).toHaveLength(12)
  })

  test('one that is over while its new version is on the way is not shown as owed', async () => {
    const [first = 0n] = await lendMany(ana, luis, 12)
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    board.showMore('borrowed')
    board.toggleEnded('borrowed')
    await board.until(({ sections }) => sections.borrowed.loans.length === 12)
    const items = holding()
    node.breakWith(of('itemsOf', items.fault), 'eth_call')
    await pay(world, luis, first, 20n * DOLLAR)
    board.refresh()
    const { sections } = await board.until(({ sections }) => sections.borrowed.ended.count === 1)
    expect(idsOf(sections.borrowed.loans)).not.toContain(Number(first))
    expect(sections.borrowed.ended.loans.every(({ loan }) => loan.status === 'repaid')).toBe(true)
    items.release()
    const { sections: after } = await board.until(({ sections }) => sections.borrowed.ended.loans.length === 1)
    expect(after.borrowed.ended.loans[0]?.loan).toMatchObject({ id: first, status: 'repaid' })
  })
})

describe('loans that are over', () => {
  test('X7 are folded, are read when they are unfolded, and grow a few at a time; forgiven ones are told apart', async () => {
    const ids = await lendMany(ana, luis, 30)
    const { luis: borrower } = people
    for (const id of ids.slice(0, 2)) await pay(world, borrower, id, 20n * DOLLAR)
    const board = openBoard(ana)
    const { sections } = await board.until(({ dashboard }) => dashboard)
    expect(sections.lent.ended).toEqual({ count: 2, hasForgiven: false, loans: [], hiddenCount: 2, isOpen: false })
    board.toggleEnded('lent')
    const { sections: open } = await board.until(({ sections }) => sections.lent.ended.loans.length === 2)
    expect(idsOf(open.lent.ended.loans)).toEqual(ids.slice(0, 2).reverse().map(Number))
    expect(open.lent.ended).toMatchObject({ isOpen: true, hiddenCount: 0 })
    await forgive(world, ana, ids[2] ?? 0n)
    board.refresh()
    const { sections: after } = await board.until(({ sections }) => sections.lent.ended.loans.length === 3)
    expect(after.lent.ended).toMatchObject({ count: 3, hasForgiven: true })
    expect(after.lent.loans.some(({ loan }) => loan.id === ids[2])).toBe(false)
    board.toggleEnded('lent')
    expect(board.get().sections.lent.ended).toMatchObject({ isOpen: false, loans: [], count: 3 })
    expect(board.get().sections.borrowed.ended.isOpen).toBe(false)
  })

  test('X7 thirty of them are shown in two steps', async () => {
    const ids = await lendMany(ana, luis, 30)
    for (const id of ids) await forgive(world, ana, id)
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    board.toggleEnded('borrowed')
    const { sections } = await board.until(({ sections }) => sections.borrowed.ended.loans.length === 25)
    expect(sections.borrowed.ended.hiddenCount).toBe(5)
    board.showMoreEnded('borrowed')
    const { sections: all } = await board.until(({ sections }) => sections.borrowed.ended.loans.length === 30)
    expect(all.borrowed.ended.hiddenCount).toBe(0)
  })
})

describe('a loan that is wanted', () => {
  test('is shown, with all that are due before it, though it is behind those; once it is there if it is not yet', async () => {
    await lendMany(ana, luis, 12, 15)
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    board.want({ side: 'borrowed', id: 1n })
    expect(board.get()).toMatchObject({ wanted: { side: 'borrowed', id: 1n }, sections: { borrowed: { shownCount: 4 } } })
    await take(world, luis, 1n)
    board.refresh()
    const { sections } = await board.until(({ sections }) => sections.borrowed.loans.at(-1)?.loan.id === 1n)
    expect(sections.borrowed).toMatchObject({ shownCount: 13, hiddenCount: 0 })
    expect(sections.borrowed.loans).toHaveLength(13)
    expect(sections.lent.shownCount).toBe(4)
  })

  test('by a dialog stays known, whatever becomes of it', async () => {
    const [id = 0n] = await lendMany(ana, luis, 12)
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    const about = { kind: 'repay', id } as const
    const known = ({ knownLoans }: BoardView) => knownLoans.find((loan) => loan.id === id)
    board.ask(about)
    expect(known(await board.until(known))).toMatchObject({ status: 'active', repaid: 0n })
    expect(board.get().sections.borrowed.loans).toHaveLength(4)
    for (const [amount, status] of [
      [4n, 'active'],
      [40n, 'repaid'],
    ] as const) {
      await pay(world, eva, id, amount * DOLLAR)
      board.refresh()
      await board.until((view) => known(view)?.status === status && (known(view)?.repaid ?? 0n) >= 4n * DOLLAR)
    }
    board.close(about)
    expect(board.get().dialogs).toEqual([])
  })
})

test('of more loans than the dashboard brings the oldest are read apart: until then nothing is summed, and one can try again', async () => {
  await borrow(OWN_ROWS + 3)
  node.breakWith(of('ownOf', faults.httpError), 'eth_call')
  const board = openBoard(luis)
  const { sections, areSumsKnown, dealings } = await board.until(({ sections }) => sections.borrowed.reading === 'failed')
  expect({ areSumsKnown, dealings }).toEqual({ areSumsKnown: false, dealings: undefined })
  expect(sections.borrowed).toMatchObject({ takenCount: OWN_ROWS })
  expect(sections.borrowed.loans).toHaveLength(4)
  expect(sections.lent.reading).toBe('done')

  await node.heal()
  sections.borrowed.tryAgain()
  const { sections: read, dueDates } = await board.until(({ areSumsKnown }) => areSumsKnown)
  expect(read.borrowed).toMatchObject({ reading: 'done', takenCount: OWN_ROWS + 3 })
  expect(dueDates).toHaveLength(OWN_ROWS + 3)
  expect(board.calls).toEqual(['dashboard', 'older', 'older'])

  // The oldest, of which the dashboard tells nothing, is within reach of a dialog.
  board.ask({ kind: 'details', id: 5n })
  const { knownLoans } = await board.until(({ knownLoans }) => knownLoans.some(({ id }) => id === 5n))
  expect(knownLoans.length).toBeLessThan(20)
})

test('as many loans as the dashboard brings come in one call', async () => {
  await borrow(OWN_ROWS)
  const board = openBoard(luis)
  const { sections, areSumsKnown } = await board.until(({ dashboard }) => dashboard)
  expect({ areSumsKnown, count: sections.borrowed.takenCount }).toEqual({ areSumsKnown: true, count: OWN_ROWS })
  expect(board.calls).toEqual(['dashboard'])
})

test('the older ones come with those whole that are due first, which are then shown without a third call', async () => {
  const early = await lendMany(ana, luis, 3, 10)
  await lendMany(ana, luis, OWN_ROWS)
  const board = openBoard(luis)
  const { sections } = await board.until(({ areSumsKnown }) => areSumsKnown)
  expect(idsOf(sections.borrowed.loans.slice(0, 3))).toEqual(early.map(Number).reverse())
  expect(sections.borrowed.loans).toHaveLength(4)
  expect(board.calls).toEqual(['dashboard', 'older'])
})

test('one of them that was paid since, and of which the dashboard tells in short, is read again', async () => {
  await lendMany(ana, luis, 110)
  const [soonest = 0n] = await lendMany(ana, luis, 1, 10)
  await lendMany(ana, luis, OWN_ROWS - 1)
  const board = openBoard(luis)
  await board.until(({ areSumsKnown }) => areSumsKnown)
  await pay(world, luis, soonest, 4n * DOLLAR)
  board.refresh()
  const { sections } = await board.until(({ sections }) => (sections.borrowed.loans[0]?.loan.repaid ?? 0n) > 0n)
  expect(sections.borrowed.loans[0]?.loan).toMatchObject({ id: soonest, repaid: 4n * DOLLAR })
  expect(board.calls.filter((name) => name === 'older')).toHaveLength(1)
})

test('a new loan that pushes an older one off the dashboard’s rows hides none, and the older ones are not read again for it', async () => {
  await borrow(230)
  const board = openBoard(luis)
  await board.until(({ areSumsKnown }) => areSumsKnown)
  await take(world, luis, 1n)
  board.refresh()
  const { sections, areSumsKnown } = await board.until(({ sections }) => sections.borrowed.takenCount > 230)
  expect({ areSumsKnown, count: sections.borrowed.takenCount }).toEqual({ areSumsKnown: true, count: 231 })
  expect(new Set(sections.borrowed.rows.map(({ id }) => id)).size).toBe(231)
  expect(board.calls.filter((name) => name === 'older')).toHaveLength(1)
})

test('while rows are missing between those of the dashboard and the older ones nothing is summed', async () => {
  await borrow(300)
  const board = openBoard(luis)
  await board.until(({ areSumsKnown }) => areSumsKnown)
  const rows = holding()
  node.breakWith(of('ownOf', rows.fault), 'eth_call')
  await take(world, luis, 1n)
  board.refresh()
  const { areSumsKnown } = await board.until(({ book }) => book?.borrowed.length === 301)
  expect(areSumsKnown).toBe(false)
  rows.release()
  const { dueDates } = await board.until(({ areSumsKnown }) => areSumsKnown)
  expect(dueDates).toHaveLength(301)
})

test('what I paid of an older loan is on its way until its row is read again, which is at once', async () => {
  const [oldest = 0n] = await lendMany(ana, luis, OWN_ROWS + 3)
  const board = openBoard(luis)
  const { knownLoans } = await board.until(({ ownRows }) => ownRows)
  const [some] = knownLoans
  if (some?.status !== 'active') throw new Error('There is no loan.')
  await pay(world, luis, oldest, 4n * DOLLAR)
  const block = await getBlockNumber(client)
  const rows = holding()
  node.breakWith(of('ownOf', rows.fault), 'eth_call')
  const outcome = { kind: 'confirmed', paid: 4n * DOLLAR } as const
  const command = { kind: 'repay', loan: { ...some, id: oldest }, amount: 4n * DOLLAR } as const
  board.outbox.set([entryOf(command, { at: 'done', outcome, hash: '0x1', block })])
  board.refresh()
  const { underWay, ownRows, areSumsKnown } = await board.until(({ book }) => book && book.blockNumber >= block)
  expect({ underWay, ownRows, areSumsKnown }).toEqual({ underWay: [command], ownRows: undefined, areSumsKnown: true })
  rows.release()
  const after = await board.until(({ ownRows }) => ownRows)
  expect(after.ownRows?.borrowed.find(({ id }) => id === oldest)?.owed).toBe(owedOn(some) - 4n * DOLLAR)
  expect(after.underWay).toEqual([])
  expect(board.calls.filter((name) => name === 'older')).toHaveLength(2)
})

test('a node that is behind does not bring back as owed what was paid, and was shown so', async () => {
  const [one = 0n, two = 0n] = await lendMany(ana, luis, 3, 10)
  await lendMany(ana, luis, OWN_ROWS)
  const board = openBoard(luis)
  const { knownLoans } = await board.until(({ areSumsKnown }) => areSumsKnown)
  const payAll = async (id: bigint) => {
    const loan = knownLoans.find((known) => known.id === id)
    if (loan?.status !== 'active') throw new Error('There is no loan.')
    await pay(world, luis, id, 20n * DOLLAR)
    const outcome = { kind: 'confirmed', paid: 20n * DOLLAR } as const
    const block = await getBlockNumber(client)
    const command = { kind: 'repay', loan, amount: 20n * DOLLAR } as const
    board.outbox.set([...board.outbox.get(), entryOf(command, { at: 'done', outcome, hash: '0x1', block })])
    board.refresh()
  }
  const before = await getBlockNumber(client)
  await payAll(one)
  await board.until(({ ownRows, sections }) => ownRows && sections.borrowed.ended.count === 1)
  node.breakWith(of('ownOf', behind(before)), 'eth_call')
  await payAll(two)
  const { sections, ownRows } = await board.until(({ sections }) => sections.borrowed.reading === 'failed')
  expect([sections.borrowed.ended.count, ownRows]).toEqual([1, undefined])
  await node.heal()
  sections.borrowed.tryAgain()
  const after = await board.until(({ ownRows }) => ownRows)
  expect(after.sections.borrowed.ended.count).toBe(2)
})

test('one of them that somebody acts upon is read anew', async () => {
  await lendMany(ana, luis, 6, 10)
  await lendMany(ana, luis, OWN_ROWS)
  const board = openBoard(luis)
  const { sections } = await board.until(({ areSumsKnown }) => areSumsKnown)
  const [shown] = sections.borrowed.loans
  if (!shown) throw new Error('There is no loan.')
  const { id } = shown.loan
  await pay(world, eva, id, 4n * DOLLAR)
  const block = await getBlockNumber(client)
  board.refresh()
  await board.until(({ book }) => (book?.blockNumber ?? 0n) >= block)
  const repaid = (view: BoardView) => view.knownLoans.find((loan) => loan.id === id)?.repaid
  expect(repaid(board.get())).toBe(0n)
  board.ask({ kind: 'repay', id })
  // It does not leave the page while it is read.
  expect(repaid(board.get())).toBe(0n)
  await board.until((view) => repaid(view) === 4n * DOLLAR)
})

test('one that is named twice among them is not counted twice: the answer is refused', async () => {
  await borrow(OWN_ROWS + 3)
  node.breakWith(
    forgedIn('ownOf', (own) => ({ ...own, rows: own.rows.map(() => own.rows[0]) })),
    'eth_call',
  )
  const board = openBoard(luis)
  const { areSumsKnown } = await board.until(({ sections }) => sections.borrowed.reading === 'failed')
  expect(areSumsKnown).toBe(false)
})

test('one that is whole and contradicts its row is read by its id', async () => {
  await lendMany(ana, luis, 3, 10)
  await lendMany(ana, luis, OWN_ROWS)
  const REPAID = 3
  node.breakWith(
    forgedIn('ownOf', ({ items, ...own }) => ({
      ...own,
      items: items.map((item) => ({ ...item, loan: { ...item.loan, status: REPAID } })),
    })),
    'eth_call',
  )
  const board = openBoard(luis)
  const { sections } = await board.until(
    ({ areSumsKnown, sections: { borrowed } }) => areSumsKnown && borrowed.loans.length === borrowed.shownCount,
  )
  expect(sections.borrowed.loans.map(({ loan }) => loan.status)).toEqual(Array(4).fill('active'))
  expect(board.calls).toEqual(['dashboard', 'older', 'items'])
})

test('of more loans than are ever read the sums are not known', { tags: 'long' }, async () => {
  await borrow(OWN_ROWS + 3)
  const length = 30_000n
  let id = 1_000_000n
  node.breakWith(async (call) => {
    const forge =
      calledIn(call.params) === 'ownOf'
        ? forgedIn('ownOf', ({ rows: [row], ...own }) => ({
            ...own,
            rows: Array.from({ length: MAX_ROWS }, () => ({ ...row, id: id++ })),
          }))
        : forgedIn('dashboard', (board) => ({ ...board, borrowed: { ...board.borrowed, length } }))
    await forge(call)
  }, 'eth_call')
  const board = openBoard(luis)
  const { areSumsKnown, sections } = await board.until(({ sections }) => sections.borrowed.rows.length > OWN_ROWS)
  expect([areSumsKnown, sections.borrowed.reading]).toEqual([false, 'done'])
})

test('fewer older loans than there must be are not summed', async () => {
  await borrow(230)
  node.breakWith(
    forgedIn('ownOf', (own) => ({ ...own, rows: own.rows.slice(1) })),
    'eth_call',
  )
  const board = openBoard(luis)
  const { areSumsKnown } = await board.until(({ sections }) => sections.borrowed.reading === 'failed')
  expect(areSumsKnown).toBe(false)
})

describe('while loans cannot be read whole', () => {
  test('the section says so and keeps what it has; they come when one tries again', async () => {
    await lendMany(ana, luis, 12)
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    node.breakWith(of('itemsOf', faults.httpError), 'eth_call')
    board.showMore('borrowed')
    const { sections } = await board.until(({ sections }) => sections.borrowed.reading === 'failed')
    expect(sections.borrowed.loans.length).toBeGreaterThanOrEqual(4)
    expect(sections.lent.reading).toBe('done')
    await node.heal()
    sections.borrowed.tryAgain()
    const { sections: read } = await board.until(({ sections }) => sections.borrowed.loans.length === 12)
    expect(read.borrowed.reading).toBe('done')
  })

  test('one that cannot be decoded is left out and counted', async () => {
    const [first] = await lendMany(ana, luis, 12)
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    node.breakWith(
      forgedIn('itemsOf', (items) =>
        items.map((item) => (item.id === first ? { ...item, loan: { ...item.loan, apr: 0n } } : item)),
      ),
      'eth_call',
    )
    board.want({ side: 'borrowed', id: first ?? 0n })
    board.showMore('borrowed')
    const { sections, refusedCount } = await board.until(({ sections }) => sections.borrowed.loans.length === 11)
    expect(sections.borrowed.takenCount).toBe(12)
    expect(refusedCount).toBe(1)
  })
})

describe('what I published and nobody has taken', () => {
  test('is known whole, however much it is, and what my offers hold is summed only then', async () => {
    for (let offers = 0; offers < 10; offers++) await publish(world, ana, { principal: 20n * DOLLAR })
    const items = holding()
    node.breakWith(of('itemsOf', items.fault), 'eth_call')
    const board = openBoard(ana, { filters: { isMineOnly: true } })
    const { inOffers, areSumsKnown } = await board.until(({ dashboard }) => dashboard)
    expect({ inOffers, areSumsKnown }).toEqual({ inOffers: undefined, areSumsKnown: true })
    items.release()
    const { inOffers: sum, ownProposals } = await board.until(({ inOffers }) => inOffers !== undefined)
    expect(sum).toBe(500n * DOLLAR)
    expect(ownProposals).toHaveLength(11)
    await cancel(world, ana, 1n)
    board.refresh()
    expect((await board.until(({ inOffers }) => inOffers !== sum)).inOffers).toBe(200n * DOLLAR)
  })

  test('one for one person alone, and one that has expired, are in my list and in nobody else’s', async () => {
    const addressed = Number(await publish(world, ana, { to: eva.address }))
    const expired = Number(await publish(world, ana, { openDays: 7 }))
    const asked = Number(await ask(world, ana, { to: eva.address, openDays: 7 }))
    await passOnChain(8 * DAY)
    const mine = openBoard(ana)
    const { market } = await mine.until(({ market }) => market.items)
    expect(idsOf(market.items)).toEqual([expired, addressed, 4, 3, 2, 1])
    // The expired one cannot be taken; the one for eva can.
    expect(market.openCounts).toEqual({ offer: 5, request: 0 })
    mine.filter({ ...market.filters, kind: 'request' })
    expect(idsOf((await mine.until(({ market }) => market.items)).market.items)).toEqual([asked])
    const others = openBoard(luis)
    const { market: theirs } = await others.until(({ market }) => market.items)
    expect([idsOf(theirs.items), theirs.openCounts]).toEqual([[4, 3, 2, 1], { offer: 4, request: 0 }])
  })

  test('a request that was funded is among my debts, and no longer among my requests', async () => {
    const id = await ask(world, luis, { principal: 80n * DOLLAR })
    const board = openBoard(luis, { filters: { kind: 'request' } })
    expect(idsOf((await board.until(({ market }) => market.items)).market.items)).toEqual([Number(id)])
    expect(board.get().ownProposals.map((loan) => loan.id)).toContain(id)
    await fundRequest(world, ana, id)
    board.refresh()
    const { market, sections } = await board.until(({ sections }) => sections.borrowed.takenCount === 1)
    expect(market).toMatchObject({ items: [], openCounts: { request: 0 } })
    expect(sections.borrowed.loans[0]?.loan).toMatchObject({ id, lender: ana.address, status: 'active' })
  })
})

test('X1 a loan carries the record of the person on its other side', async () => {
  const repaid = await lend(ana, luis, { principal: 40n * DOLLAR })
  await passOnChain(DAY)
  await pay(world, luis, repaid, 80n * DOLLAR)
  await lend(eva, luis, {})
  const board = openBoard(eva)
  const { sections } = await board.until(({ dashboard }) => dashboard)
  expect(sections.lent.loans[0]?.record).toEqual({ taken: 2, repaid: 1, repaidLate: 0, forgiven: 0, repaidDollars: 40 })
})

/** Luis takes many offers in one block. */
async function borrow(count: number) {
  await publishMany(chain, count)
  await sendAll(
    luis,
    Array.from({ length: count }, (_, index) => accepting(BigInt(5 + index))),
  )
}
