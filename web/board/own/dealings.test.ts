// My own history with people: unknown until it is whole, read only where it matters.
import { describe, expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { publishMany } from '../../../devchain/publishMany.ts'
import { forgedIn, of } from '../../../e2e/support/forged.ts'
import { type Fault, faults } from '../../../e2e/support/node.ts'
import { ask, deploymentOf, forgive, pay, publish } from '../../../e2e/support/others.ts'
import { DAY, DOLLAR, unpaidIn } from '../../loans/loan.ts'
import { historyWith, NO_DEALINGS } from '../../people/dealings.ts'
import type { BoardView } from '../board.ts'
import {
  accepting,
  chain,
  lend,
  lendAndRepay,
  lendMany,
  node,
  type OpenBoard,
  openBoard,
  passOnChain,
  sendAll,
  withBoards,
  withIntervals,
  world,
} from '../boards.testing.ts'
import type { AskedDialog } from '../dialogs.ts'

/** Who lends, and has no offer open. */
const me = people.deployer
const { ana, luis, eva } = people
const requests = { filters: { kind: 'request' } } as const

withBoards()

const withEva = ({ dealings }: BoardView) => historyWith(dealings, eva.address)

/** Eva repaid me, in a loan behind nine active ones: the dashboard does not bring it whole. Now she asks again. */
async function evaAsksAgain() {
  await lendAndRepay(me, eva, 60n * DOLLAR)
  await lendMany(me, luis, 9)
  await ask(world, eva, { note: 'Otra vez' })
}

const itemCalls = (board: OpenBoard) => board.calls.filter((name) => name === 'items').length

test('my history is that of all my loans, on both sides: repaid, forgiven, overdue, and what is owed', async () => {
  await lendAndRepay(me, luis, 40n * DOLLAR)
  const forgiven = await lend(me, luis, {})
  await forgive(world, me, forgiven)
  await lend(me, luis, { principal: 30n * DOLLAR, seconds: DAY, apr: 1 })
  await lend(luis, me, { principal: 20n * DOLLAR, apr: 1 })
  await passOnChain(2 * DAY)
  const board = openBoard(me)
  const { dealings } = await board.until(({ dealings }) => dealings)
  const expected = { taken: 3, repaid: 1, forgiven: 1, overdue: 1, lentToMe: 1 }
  expect(historyWith(dealings, luis.address)).toMatchObject(expected)
  expect(historyWith(dealings, luis.address)?.owesMe).toBeGreaterThan(30n * DOLLAR)
  expect(historyWith(dealings, luis.address)?.owedByMe).toBeGreaterThan(20n * DOLLAR)
  expect(historyWith(dealings, eva.address)).toEqual(NO_DEALINGS)
  // All of it came with the dashboard.
  expect(itemCalls(board)).toBe(0)
})

describe('loans that the dashboard does not bring', () => {
  test('are read for people only where somebody may lend or sign, in one call', async () => {
    await evaAsksAgain()
    const board = openBoard(me)
    const { dealings, market } = await board.until(({ dashboard }) => dashboard)
    expect(dealings).toBeUndefined()
    expect(itemCalls(board)).toBe(0)
    board.filter({ ...market.filters, kind: 'request' })
    expect(withEva(await board.until(({ dealings }) => dealings))).toMatchObject({ taken: 1, repaid: 1 })
    expect(itemCalls(board)).toBe(1)
    // Once read, they stay known, and are not read again.
    board.filter({ ...market.filters, kind: 'offer' })
    board.refresh()
    await board.until(({ book }) => book?.areRequestsRead === false)
    expect(withEva(board.get())).toMatchObject({ repaid: 1 })
    expect(itemCalls(board)).toBe(1)
  })

  const asking: AskedDialog[] = [{ kind: 'person', address: eva.address }, { kind: 'send' }, { kind: 'contacts' }]
  test.each(asking)('are read for a dialog that tells of people ($kind)', async (about) => {
    await lendAndRepay(me, eva, 60n * DOLLAR)
    await lendMany(me, luis, 9)
    const board = openBoard(me)
    await board.until(({ dashboard }) => dashboard)
    board.ask({ kind: 'settings' })
    expect(board.get().dealings).toBeUndefined()
    board.ask(about)
    expect(withEva(await board.until(({ dealings }) => dealings))).toMatchObject({ repaid: 1 })
    expect(board.get().dialogs.map(({ about: { kind }, serial }) => [kind, serial])).toEqual([
      ['settings', 1],
      [about.kind, 2],
    ])
  })

  test('are read for my own request by nobody', async () => {
    await lendMany(me, luis, 12)
    await ask(world, me, {})
    const board = openBoard(me, requests)
    const { market, dealings } = await board.until(({ market }) => market.items?.length === 1)
    expect([market.isSomebodyAsking, dealings, itemCalls(board)]).toEqual([false, undefined, 0])
  })

  test('more than a hundred are read in parts, and a history is told only of all of them', { tags: 'long' }, async () => {
    await lendAndRepay(me, eva, 60n * DOLLAR)
    await lendMany(me, luis, 150)
    await ask(world, eva, {})
    const board = openBoard(me, requests)
    const { dealings } = await board.until(({ dealings }) => dealings)
    expect(historyWith(dealings, eva.address)).toMatchObject({ repaid: 1 })
    expect(historyWith(dealings, luis.address)).toMatchObject({ taken: 150 })
    expect(itemCalls(board)).toBe(2)
  })
})

describe('while my own loans cannot be read', () => {
  test('nobody is said to be a stranger, and nobody is trusted; once they are read my history is told', async () => {
    await evaAsksAgain()
    for (let sent = 0; sent < 2; sent++) await ask(world, eva, { to: me.address })
    const { pass } = withIntervals()
    node.breakWith(of('itemsOf', faults.rpcError), 'eth_call')
    const board = openBoard(me, requests)
    const { dealings, forMe, waiting } = await board.until(() => itemCalls(board) === 1 && board.get().market.items)
    expect(dealings).toBeUndefined()
    expect([forMe.requests.open.length, forMe.requests.folded.length, waiting.requests]).toEqual([0, 2, 0])
    await node.heal()
    await pass(10)
    const { forMe: known } = await board.until(({ dealings }) => dealings)
    expect([known.requests.open.length, known.requests.folded.length]).toEqual([2, 0])
  })

  test('an answer that leaves loans out is not taken for my whole history, and they are asked for again', async () => {
    await evaAsksAgain()
    let answers = 0
    const leavesOut: Fault = async (call) => {
      if (++answers > 1) return call.answer(await call.ask())
      await forgedIn('itemsOf', (items) => items.slice(1))(call)
    }
    node.breakWith(of('itemsOf', leavesOut), 'eth_call')
    await lendMany(me, luis, 3)
    const board = openBoard(me, requests)
    expect(withEva(await board.until(({ dealings }) => dealings))).toMatchObject({ taken: 1, repaid: 1 })
    expect(answers).toBe(2)
  })

  test('a list of them that is shorter than it says is not taken for all of them', async () => {
    await evaAsksAgain()
    node.breakWith(
      forgedIn('dashboard', (board) => ({
        ...board,
        lent: { ...board.lent, rows: board.lent.rows.filter(({ owed }) => owed > 0n) },
      })),
      'eth_call',
    )
    const board = openBoard(me, requests)
    const { market } = await board.until(({ market }) => market.items)
    expect([market.isSomebodyAsking, board.get().dealings]).toEqual([true, undefined])
    await node.heal()
    board.refresh()
    expect(withEva(await board.until(({ dealings }) => dealings))).toMatchObject({ repaid: 1 })
  })

  test('a loan that cannot be decoded is one with nobody knows whom', async () => {
    await lendAndRepay(me, eva, 60n * DOLLAR)
    node.breakWith(
      forgedIn('dashboard', (board) => ({
        ...board,
        lent: { ...board.lent, rows: board.lent.rows.map((row) => ({ ...row, status: 9 })) },
      })),
      'eth_call',
    )
    const board = openBoard(me)
    const { dealings, refusedCount } = await board.until(({ dashboard }) => dashboard)
    expect(dealings).toBeUndefined()
    expect(refusedCount).toBe(1)
  })
})

test('a record counts what others lent too, and says how much was repaid; forgiven ones are counted apart', async () => {
  const ofAna = await lend(ana, eva, { principal: 40n * DOLLAR })
  const ofLuis = await lend(luis, eva, { principal: 40n * DOLLAR })
  const repaid = await lend(ana, eva, { principal: 3n * DOLLAR })
  await passOnChain(DAY)
  await forgive(world, ana, ofAna)
  await forgive(world, luis, ofLuis)
  await pay(world, eva, repaid, 6n * DOLLAR)
  // It lasts less than a day, and so does not count.
  await lendAndRepay(ana, eva, 3n * DOLLAR)
  await ask(world, eva, { note: 'Repuestos' })
  await publish(world, eva, {})
  const board = openBoard(luis, requests)
  const { market } = await board.until(({ market }) => market.items)
  expect(market.items?.[0]?.record).toEqual({ taken: 3, repaid: 1, repaidLate: 0, forgiven: 2, repaidDollars: 3 })
})

test('of unpaid loans beyond the newest thousand the chain tells how many there are, and not whether they are overdue', {
  tags: 'long',
}, async () => {
  await publishMany(chain, 1_003)
  await sendAll(
    eva,
    Array.from({ length: 1_003 }, (_, index) => accepting(BigInt(5 + index))),
  )
  await passOnChain(40 * DAY)
  const { fetchPerson } = await import('../../chain/read/fetchDashboard.ts')
  const person = await fetchPerson({ address: deploymentOf(world).loanBook }, eva.address)
  expect(person).toMatchObject({ record: { taken: 1_003, repaid: 0, forgiven: 0 }, examined: 100, active: 1_000, overdue: 1_000 })
  expect(unpaidIn(person.record)).toBe(1_003)
})
