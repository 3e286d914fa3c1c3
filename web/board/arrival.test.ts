import { describe, expect, test } from 'vitest'
import { people } from '../../devchain/people.ts'
import { forgedIn, holding, of } from '../../e2e/support/forged.ts'
import { faults } from '../../e2e/support/node.ts'
import { ask, cancel, publish, take } from '../../e2e/support/others.ts'
import { linkTo, parseId } from '../loans/link.ts'
import { DAY, DOLLAR, type Loan, NO_RECORD, type Offer, type Request } from '../loans/loan.ts'
import { arrivalAt } from './arrival.ts'
import { lend, lendAndRepay, node, openBoard, passOnChain, withBoards, withIntervals, world } from './boards.testing.ts'

const { ana, luis, eva } = people
const NOW = 1_700_000_000

const terms = { id: 7n, principal: 300n * DOLLAR, apr: 1000, duration: 30 * DAY, instalments: 1, note: '', demo: false }
const offer: Offer = { ...terms, status: 'open', lender: ana.address, borrower: undefined, openUntil: undefined }
const request: Request = { ...terms, status: 'requested', lender: undefined, borrower: ana.address, openUntil: undefined }
const taken = {
  ...terms,
  lender: ana.address,
  borrower: eva.address,
  startedAt: NOW,
  dueAt: NOW + 30 * DAY,
  repaid: 0n,
  noted: 0n,
} as const

describe('what somebody can do who follows a link', () => {
  test.each<[string, Loan, string]>([
    ['an offer for anyone', offer, 'take'],
    ['an offer for them', { ...offer, borrower: luis.address }, 'take'],
    ['an offer in its last second', { ...offer, openUntil: NOW }, 'take'],
    ['a request to anyone', request, 'take'],
    ['a request to them', { ...request, lender: luis.address }, 'take'],
    ['their own offer', { ...offer, lender: luis.address }, 'own'],
    ['their own request', { ...request, borrower: luis.address }, 'own'],
    ['an offer for somebody else', { ...offer, borrower: eva.address }, 'forAnother'],
    ['a request to somebody else', { ...request, lender: eva.address }, 'forAnother'],
    ['an offer a second too late', { ...offer, openUntil: NOW - 1 }, 'expired'],
    ['one that was withdrawn', { ...offer, status: 'cancelled' }, 'withdrawn'],
    ['one that somebody else took', { ...taken, status: 'active' }, 'taken'],
    ['a loan that they took', { ...taken, borrower: luis.address, status: 'active' }, 'show'],
    ['a loan that they gave', { ...taken, lender: luis.address, status: 'active' }, 'show'],
    ['a loan of theirs that was paid back', { ...taken, lender: luis.address, status: 'repaid' }, 'ended'],
  ])('%s', (_, loan, kind) => {
    expect(arrivalAt({ loan, record: NO_RECORD }, luis.address, NOW).kind).toBe(kind)
  })

  test('nothing has that number', () => {
    expect(arrivalAt(undefined, luis.address, NOW)).toEqual({ kind: 'unknown' })
  })
})

test('a link names the loan by its number, and only a number that the contract can assign is read back', () => {
  expect(linkTo(offer, 'https://entrepares.example')).toBe('https://entrepares.example/dashboard?prestamo=7')
  expect(parseId('7')).toBe(7n)
  expect(parseId('4294967295')).toBe(4_294_967_295n)
  for (const text of ['', '0', '07', '-1', '1.5', '1e3', '4294967296', '9'.repeat(20), 'siete', '0x7', ' 7'])
    expect(parseId(text)).toBeUndefined()
})

describe('a link by which somebody came', () => {
  withBoards()

  const arrivalOf = async (link: bigint | string, who = luis) => {
    const board = openBoard(who, { link: String(link) })
    return (await board.until(({ arrival }) => arrival)).arrival
  }

  test('leads to what the contract has under that number, each kind of it', async () => {
    const open = await publish(world, ana, { principal: 77n * DOLLAR })
    const asked = await ask(world, eva, {})
    const forLuis = await publish(world, ana, { to: luis.address })
    const forEva = await publish(world, ana, { to: eva.address })
    const taken = await lend(ana, eva, {})
    const mine = await lend(ana, luis, {})
    const ended = await lendAndRepay(ana, luis, DOLLAR)
    const withdrawn = await publish(world, ana, {})
    await cancel(world, ana, withdrawn)
    const expiring = await publish(world, ana, { openDays: 7 })
    await passOnChain(8 * DAY)

    expect(await arrivalOf(open)).toMatchObject({ kind: 'take', item: { loan: { id: open, principal: 77n * DOLLAR } } })
    expect(await arrivalOf(asked)).toMatchObject({ kind: 'take', item: { loan: { status: 'requested', borrower: eva.address } } })
    expect(await arrivalOf(forLuis)).toMatchObject({ kind: 'take' })
    expect(await arrivalOf(forEva)).toEqual({ kind: 'forAnother' })
    expect(await arrivalOf(taken)).toEqual({ kind: 'taken' })
    expect(await arrivalOf(mine)).toEqual({ kind: 'show', side: 'borrowed', id: mine })
    expect(await arrivalOf(mine, ana)).toEqual({ kind: 'show', side: 'lent', id: mine })
    expect(await arrivalOf(ended)).toEqual({ kind: 'ended' })
    expect(await arrivalOf(withdrawn)).toEqual({ kind: 'withdrawn' })
    expect(await arrivalOf(expiring)).toEqual({ kind: 'expired' })
    expect(await arrivalOf(open, ana)).toEqual({ kind: 'own' })
    for (const none of ['999', 'siete', '0', '9'.repeat(50)]) expect(await arrivalOf(none)).toEqual({ kind: 'unknown' })
  })

  test('is told once: not again after that, and not after what it led to has changed', async () => {
    const board = openBoard(luis, { link: '1' })
    await board.until(({ arrival }) => arrival)
    board.arrived()
    expect(board.get().arrival).toBeUndefined()
    board.refresh()
    await take(world, eva, 1n)
    board.refresh()
    expect((await board.until(({ market }) => market.items?.length === 3)).arrival).toBeUndefined()
    expect(board.calls.filter((name) => name === 'items')).toHaveLength(1)
  })

  test('waits until the dialog that somebody opened meanwhile is closed', async () => {
    const late = holding()
    node.breakWith(of('itemsOf', late.fault), 'eth_call')
    const board = openBoard(luis, { link: '1' })
    await board.until(({ dashboard }) => dashboard)
    expect(board.get().arrival).toBeUndefined()
    const settings = { kind: 'settings' } as const
    board.ask(settings)
    const before = board.changes()
    late.release()
    await board.until(() => board.changes() > before)
    expect(board.get().arrival).toBeUndefined()
    board.close(settings)
    expect((await board.until(({ arrival }) => arrival)).arrival).toMatchObject({ kind: 'take' })
  })

  test('is not said to lead nowhere while it cannot be read, and is read as soon as that is possible', async () => {
    const { pass } = withIntervals()
    node.breakWith(of('itemsOf', faults.httpError), 'eth_call')
    const board = openBoard(luis, { link: '1' })
    await board.until(({ dashboard }) => dashboard)
    await pass(5)
    expect(board.get().arrival).toBeUndefined()
    await node.heal()
    await pass(10)
    expect((await board.until(({ arrival }) => arrival)).arrival).toMatchObject({ kind: 'take' })
  })

  test('is not answered with somebody else’s loan', async () => {
    node.breakWith(
      forgedIn('itemsOf', (items) => items.map((item) => ({ ...item, id: 2n }))),
      'eth_call',
    )
    expect(await arrivalOf('1')).toEqual({ kind: 'unknown' })
  })
})
