// Offers and requests that only I may take: from people I know, and from strangers.
import { decodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { forgedIn, of } from '../../../e2e/support/forged.ts'
import { type Fault, faults } from '../../../e2e/support/node.ts'
import { ask, cancel, pay, publish, take, withdrawRequest } from '../../../e2e/support/others.ts'
import { loanLensAbi } from '../../chain/abi.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import type { BoardView } from '../board.ts'
import {
  contactsOf,
  entryOf,
  idsOf,
  lend,
  lendAndRepay,
  lendMany,
  node,
  openBoard,
  passOnChain,
  withBoards,
  withIntervals,
  world,
} from '../boards.testing.ts'

const me = people.deployer
const { ana, luis, eva } = people

withBoards()

/** Ids by what they are and from whom. */
function sorted({ forMe: { offers, requests } }: BoardView) {
  const parts = {
    offers: offers.open,
    strangersOffer: offers.folded,
    requests: requests.open,
    strangersAsk: requests.folded,
  }
  return Object.fromEntries(Object.entries(parts).map(([name, items]) => [name, idsOf(items)]))
}

const NONE = { offers: [], strangersOffer: [], requests: [], strangersAsk: [] }

describe('what is addressed to me', () => {
  test('stands apart from what anyone may take, and what is for somebody else stands nowhere', async () => {
    const mine = Number(await publish(world, ana, { to: me.address }))
    await publish(world, ana, { to: eva.address })
    const asked = Number(await ask(world, ana, { to: me.address }))
    await ask(world, ana, { to: eva.address })
    const board = openBoard(me)
    const view = await board.until(({ dashboard }) => dashboard)
    expect(sorted(view)).toEqual({ ...NONE, offers: [mine], requests: [asked] })
    expect([idsOf(view.market.items), view.market.openCounts]).toEqual([[4, 3, 2, 1], { offer: 4, request: 0 }])
    expect(view.waiting).toEqual({ offers: 1, requests: 1, payments: 0 })
    expect(view.ownProposals.map(({ id }) => Number(id))).toEqual([mine, asked])

    await take(world, me, BigInt(mine))
    await withdrawRequest(world, ana, BigInt(asked))
    board.refresh()
    const after = await board.until(({ market }) => market.forMe.length === 0)
    expect(idsOf(after.sections.borrowed.loans)).toEqual([mine])
  })

  test('of strangers stands open and waits for me while it is the only one; the second folds both', async () => {
    const first = Number(await publish(world, luis, { to: me.address }))
    const board = openBoard(me)
    const { forMe, waiting } = await board.until(({ dashboard }) => dashboard)
    expect([idsOf(forMe.offers.open), forMe.offers.folded, waiting.offers]).toEqual([[first], [], 1])
    const second = Number(await publish(world, eva, { to: me.address }))
    board.refresh()
    const after = await board.until(({ market }) => market.forMe.length === 2)
    expect(sorted(after)).toEqual({ ...NONE, strangersOffer: [second, first] })
    expect(after.waiting.offers).toBe(0)
  })

  test('goes away once it has expired', async () => {
    await publish(world, ana, { to: me.address, openDays: 7 })
    const board = openBoard(me)
    await board.until(({ market }) => market.forMe.length === 1)
    await passOnChain(8 * DAY)
    board.refresh()
    await board.until(({ market }) => market.forMe.length === 0)
  })

  test('is marked while I take it, and waits for me no longer', async () => {
    await lendAndRepay(ana, me, DOLLAR)
    await publish(world, ana, { to: me.address })
    const board = openBoard(me)
    const { forMe } = await board.until(({ waiting }) => waiting.offers === 1)
    const [item] = forMe.offers.open
    if (item?.loan.status !== 'open') throw new Error('There is no offer.')
    board.outbox.set([entryOf({ kind: 'acceptOffer', offer: item.loan }, { at: 'sent', waited: 0 })])
    expect(board.get().waiting.offers).toBe(0)
    expect(board.get().forMe.offers.open[0]?.pending?.kind).toBe('acceptOffer')
  })
})

describe('somebody I know', () => {
  test('by a loan of any kind, also one behind nine others, comes before strangers, however many they send', async () => {
    await lendAndRepay(ana, me, DOLLAR)
    await lendMany(luis, me, 9)
    const known = Number(await publish(world, ana, { to: me.address }))
    for (let sent = 0; sent < 12; sent++) await publish(world, eva, { principal: 1n, to: me.address })
    const board = openBoard(me)
    const view = await board.until(({ forMe }) => forMe.offers.open.length === 1 && forMe.offers.folded.length === 12)
    expect(idsOf(view.forMe.offers.open)).toEqual([known])
    expect(view.waiting).toEqual({ offers: 1, requests: 0, payments: 0 })
    // The further page, and my loans that the dashboard does not bring whole, in one call each.
    expect(board.calls.toSorted()).toEqual(['dashboard', 'forMe', 'items'])
  })

  test('repaid a loan of mine: they are known when they ask, and when they offer', async () => {
    await lendAndRepay(me, luis, 40n * DOLLAR)
    const request = Number(await ask(world, luis, { to: me.address }))
    const offer = Number(await publish(world, luis, { to: me.address }))
    for (const principal of [31n, 32n]) await ask(world, eva, { principal, to: me.address })
    const board = openBoard(me)
    const view = await board.until(({ dashboard }) => dashboard)
    expect(sorted(view)).toMatchObject({ offers: [offer], strangersOffer: [], requests: [request] })
    expect(view.forMe.requests.folded).toHaveLength(2)
    expect(view.waiting).toMatchObject({ offers: 1, requests: 1 })
    expect(view.dealings?.get(luis.address.toLowerCase())).toMatchObject({ taken: 1, repaid: 1 })
  })

  test('not who only took a loan of mine, or lent me a dollar, when they ask; but when they offer', async () => {
    const repaid = await publish(world, ana, { principal: 50n * DOLLAR })
    await take(world, luis, repaid)
    await passOnChain(DAY)
    await pay(world, luis, repaid, 60n * DOLLAR)
    await lend(me, luis, { principal: 10n * DOLLAR })
    await lend(eva, me, { principal: DOLLAR })
    const asked = [Number(await ask(world, luis, { to: me.address })), Number(await ask(world, eva, { to: me.address }))]
    const offer = Number(await publish(world, luis, { to: me.address }))
    const board = openBoard(me)
    const view = await board.until(({ dashboard }) => dashboard)
    expect(sorted(view)).toEqual({ offers: [offer], strangersOffer: [], requests: [], strangersAsk: asked.toReversed() })
    expect(view.waiting).toMatchObject({ offers: 1, requests: 0 })
    // Loans from others that they repaid are their record, not my own history with them.
    const request = view.forMe.requests.folded.find(({ loan }) => loan.borrower === luis.address)
    expect(request?.record).toMatchObject({ taken: 2, repaid: 1, repaidDollars: 50 })
  })

  test('has a name of mine: neither their offer nor their request is among those of strangers', async () => {
    const two = async (send: typeof publish) => {
      const ids = [await send(world, luis, { to: me.address }), await send(world, luis, { to: me.address })]
      return ids.map(Number).toReversed()
    }
    const [offers, requests] = [await two(publish), await two(ask)]
    const board = openBoard(me)
    expect(sorted(await board.until(({ dashboard }) => dashboard))).toEqual({
      ...NONE,
      strangersOffer: offers,
      strangersAsk: requests,
    })
    board.contacts.set(contactsOf([luis, 'Luis Paredes']))
    expect(sorted(board.get())).toEqual({ ...NONE, offers, requests })
    expect(board.get().waiting).toMatchObject({ offers: 2, requests: 2 })
    board.contacts.set(new Map())
    expect(board.get().waiting).toMatchObject({ offers: 0, requests: 0 })
  })
})

describe('more than one page of them', () => {
  test('one of the older ones that is withdrawn goes away within half a minute', async () => {
    const { pass } = withIntervals()
    const oldest = await publish(world, eva, { to: me.address })
    for (let sent = 0; sent < 11; sent++) await publish(world, eva, { to: me.address })
    const board = openBoard(me)
    await board.until(({ market }) => market.forMe.length === 12)
    await cancel(world, eva, oldest)
    await pass(30)
    expect(idsOf(board.get().market.forMe)).toHaveLength(11)
    expect(idsOf(board.get().market.forMe)).not.toContain(Number(oldest))
  })

  test('the further ones stay where these cannot be read again, and those that cannot be are counted', async () => {
    for (let sent = 0; sent < 10; sent++) await publish(world, eva, { to: me.address })
    const board = openBoard(me)
    await board.until(({ market }) => market.forMe.length === 10)
    node.breakWith(of('addressed', faults.httpError), 'eth_call')
    await publish(world, ana, { to: me.address })
    board.refresh()
    const { market } = await board.until(
      ({ market }) => market.forMe[0]?.loan.status === 'open' && market.forMe.some(({ loan }) => loan.id === 15n),
    )
    // The one that was pushed off the dashboard's page, 7, too.
    expect(idsOf(market.forMe)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
    node.breakWith(
      forgedIn('addressed', (page) => ({
        ...page,
        items: page.items.map((item) => (item.id < 8n ? { ...item, loan: { ...item.loan, principal: 0n } } : item)),
      })),
      'eth_call',
    )
    const other = openBoard(me)
    const { refusedCount, market: left } = await other.until(({ refusedCount }) => refusedCount > 0)
    expect([refusedCount, left.forMe.length]).toEqual([3, 8])
  })
})

test('finds a friend’s request behind thousands, and polls a cut list rarely', async () => {
  const { pass } = withIntervals()
  const friend = Number(await ask(world, luis, { to: me.address }))
  for (let sent = 0; sent < 40; sent++) await ask(world, eva, { to: me.address })
  // As if strangers had sent thousands: each page of the rest is full of theirs, and goes on.
  let next = 40n
  node.breakWith(
    forgedIn('addressed', (page) => ({ ...page, items: [], next: --next })),
    'eth_call',
  )
  const board = openBoard(me)
  board.contacts.set(contactsOf([luis, 'Luis Paredes']))
  const view = await board.until(({ forMe }) => forMe.requests.open.length > 0 && forMe.requests.isCut)
  expect(idsOf(view.forMe.requests.open)).toEqual([friend])
  expect([view.forMe.offers.isCut, view.waiting.requests]).toEqual([false, 1])
  expect(board.calls.filter((call) => call === 'forMe')).toHaveLength(1)
  await pass(300)
  expect(board.calls.filter((call) => call === 'forMe')).toHaveLength(1)
})

describe('requests', () => {
  test('are read only while somebody looks at them, at once, and in the same one call; their number always is', async () => {
    const id = Number(await ask(world, luis, { note: 'Útiles' }))
    const sizes: bigint[] = []
    node.breakWith(recordingSizes(sizes), 'eth_call')
    const board = openBoard(me)
    const { market } = await board.until(({ dashboard }) => dashboard)
    expect(market.openCounts).toEqual({ offer: 4, request: 1 })
    expect(sizes).toEqual([0n])

    board.filter({ ...market.filters, kind: 'request' })
    // Unknown is not none.
    expect(board.get().market).toMatchObject({ items: undefined, openCounts: { request: 1 } })
    expect(idsOf((await board.until(({ market }) => market.items)).market.items)).toEqual([id])
    expect(sizes).toEqual([0n, 100n])
    board.filter({ ...market.filters, kind: 'offer' })
    expect(idsOf(board.get().market.items)).toEqual([4, 3, 2, 1])
    board.refresh()
    await board.until(({ book }) => book?.areRequestsRead === false)
    expect(sizes).toEqual([0n, 100n, 0n])
  })

  test('that cannot be read are not said to be none, and can be asked for again', async () => {
    const id = Number(await ask(world, luis, {}))
    const board = openBoard(me)
    const { market } = await board.until(({ dashboard }) => dashboard)
    node.breakWith(faults.httpError, 'eth_call')
    board.filter({ ...market.filters, kind: 'request' })
    const { market: failed } = await board.until(({ isOffline }) => isOffline)
    expect(failed).toMatchObject({ items: undefined, search: { hasFailed: true } })
    await node.heal()
    failed.search.tryAgain()
    expect(idsOf((await board.until(({ market }) => market.items)).market.items)).toEqual([id])
  })

  test('are read at once also by who looks at them before the first answer has come', async () => {
    const id = Number(await ask(world, luis, {}))
    const sizes: bigint[] = []
    node.breakWith(recordingSizes(sizes), 'eth_call')
    const board = openBoard(me)
    board.filter({ ...board.get().market.filters, kind: 'request' })
    expect(idsOf((await board.until(({ market }) => market.items)).market.items)).toEqual([id])
    expect(sizes.at(-1)).toBe(100n)
  })
})

/** How many requests each reading of the dashboard asks for. */
function recordingSizes(sizes: bigint[]): Fault {
  return async ({ params, ask: forward, answer }) => {
    const [{ data }] = params as [{ data: Hex }]
    const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data })
    if (functionName === 'dashboard') sizes.push(args[3])
    answer(await forward())
  }
}
