// Pages of what anyone may take.
import { decodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { askMany, publishMany, SAMPLE_TERMS } from '../../../devchain/publishMany.ts'
import { calledIn, forgedIn, holding, of } from '../../../e2e/support/forged.ts'
import { type Fault, faults } from '../../../e2e/support/node.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { loanLensAbi } from '../../chain/abi.ts'
import { DAY } from '../../loans/loan.ts'
import {
  accepting,
  chain,
  client,
  idsOf,
  node,
  type OpenBoard,
  openBoard,
  passOnChain,
  sendAll,
  withBoards,
  world,
} from '../boards.testing.ts'
import { NO_FILTERS } from './filters.ts'

/** Who has published nothing. */
const me = people.deployer
const { ana, luis, eva } = people

withBoards()

async function loadPage(board: OpenBoard) {
  board.loadMore()
  expect(board.get().market.isLoadingMore).toBe(true)
  return (await board.until(({ market }) => !market.isLoadingMore)).market
}

test('M1 M4 offers are listed newest first, with their terms and who lends', async () => {
  const board = openBoard(me)
  const { market } = await board.until(({ market }) => market.items)
  expect(
    market.items?.map(({ loan: { principal, apr, duration } }) => [Number(principal) / 1e6, apr / 100, duration / DAY]),
  ).toEqual([
    [100, 18, 15],
    [1200, 9, 90],
    [500, 14, 60],
    [300, 10, 30],
  ])
  expect(market.items?.[3]?.loan).toMatchObject({ lender: ana.address, borrower: undefined, demo: false })
  expect(market.items?.[3]?.loan.note).toContain('Para una emergencia')
  expect(market).toMatchObject({ reading: 'all', openCounts: { offer: 4, request: 0 } })
})

describe('a long list', () => {
  test('comes page by page, one call each, and asks for nothing beyond its end', async () => {
    await publishMany(chain, 296)
    const board = openBoard(me)
    const { market } = await board.until(({ market }) => market.items)
    expect([market.items?.length, market.reading, market.openCounts.offer]).toEqual([100, 'more', 300])
    expect([(await loadPage(board)).items?.length, board.get().market.reading]).toEqual([200, 'more'])
    const all = await loadPage(board)
    expect(idsOf(all.items)).toEqual(Array.from({ length: 300 }, (_, index) => 300 - index))
    expect(all.reading).toBe('all')
    board.loadMore()
    expect(board.get().market.isLoadingMore).toBe(false)
    expect(board.calls).toEqual(['dashboard', 'open', 'open'])
  })

  test('is asked for once, however often its end comes near', async () => {
    await publishMany(chain, 196)
    const page = holding()
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    node.breakWith(page.fault, 'eth_call')
    for (let scrolls = 0; scrolls < 3; scrolls++) board.loadMore()
    page.release()
    await board.until(({ market }) => market.items?.length === 200)
    expect(board.calls.filter((name) => name === 'open')).toHaveLength(1)
  })

  test('what is published between two pages comes on top: none is missing, twice, or read again', async () => {
    await publishMany(chain, 296)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    await publish(world, ana, {})
    expect(idsOf((await loadPage(board)).items)).toEqual(Array.from({ length: 200 }, (_, index) => 300 - index))
    board.refresh()
    const { market } = await board.until(({ market }) => market.items?.[0]?.loan.id === 301n)
    // The one that the new one pushed off the first page too.
    expect(idsOf(market.items)).toEqual(Array.from({ length: 201 }, (_, index) => 301 - index))
    expect(idsOf((await loadPage(board)).items)).toEqual(Array.from({ length: 301 }, (_, index) => 301 - index))
    expect(board.calls).toEqual(['dashboard', 'open', 'dashboard', 'open'])
  })

  test('what is published before a further page is asked for is not missing either', async () => {
    await publishMany(chain, 193)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    await publishMany(chain, 3)
    board.refresh()
    const { market } = await board.until(({ market }) => market.items?.[0]?.loan.id === 200n)
    expect([market.items?.length, market.reading, market.openCounts.offer]).toEqual([103, 'more', 200])
    expect(idsOf((await loadPage(board)).items)).toEqual(Array.from({ length: 200 }, (_, index) => 200 - index))
  })

  test('that one answer falsely ended goes on with the next answer, and what was read of it is there again', async () => {
    await publishMany(chain, 296)
    const board = openBoard(me)
    const shown = () => {
      const { items, reading, openCounts } = board.get().market
      return [items?.length, reading, openCounts.offer]
    }
    node.breakWith(ended, 'eth_call')
    await board.until(({ market }) => market.items)
    expect(shown()).toEqual([100, 'all', 100])
    await node.heal()
    await readAnew(board)
    expect(shown()).toEqual([100, 'more', 300])

    await loadPage(board)
    expect(shown()).toEqual([200, 'more', 300])
    node.breakWith(ended, 'eth_call')
    await readAnew(board)
    expect(shown()).toEqual([100, 'all', 100])
    await node.heal()
    await readAnew(board)
    expect(shown()).toEqual([200, 'more', 300])
    expect(idsOf((await loadPage(board)).items)).toEqual(Array.from({ length: 300 }, (_, index) => 300 - index))
  })

  test('that one answer falsely ended is searched whole after the next one', async () => {
    await publishMany(chain, 296)
    node.breakWith(ended, 'eth_call')
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    await node.heal()
    await readAnew(board)
    board.filter({ ...NO_FILTERS, order: 'largest' })
    await board.until(({ market }) => market.search.isSearch && market.search.searchedCount === 300)
  })

  test('of which more came at once than a page holds begins anew', async () => {
    await publishMany(chain, 196)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    await loadPage(board)
    // By its length alone the list could have grown by one page.
    await publishMany(chain, 110)
    await sendAll(
      luis,
      Array.from({ length: 10 }, (_, index) => accepting(BigInt(5 + index))),
    )
    board.refresh()
    const { market } = await board.until(({ market }) => market.items?.[0]?.loan.id === 310n)
    expect([market.items?.length, market.reading, market.openCounts.offer]).toEqual([100, 'more', 300])
    expect(idsOf((await loadPage(board)).items)).toEqual(Array.from({ length: 200 }, (_, index) => 310 - index))
  })

  test('stays as it was while somebody looks at the other one', async () => {
    await publishMany(chain, 196)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    await loadPage(board)
    board.filter({ ...NO_FILTERS, kind: 'request' })
    await board.until(({ market }) => market.items?.length === 0)
    board.filter(NO_FILTERS)
    expect(board.get().market.items).toHaveLength(200)
  })

  test('of requests has pages too, and a page of offers that comes late is not among them', async () => {
    await publishMany(chain, 150)
    await askMany(chain, 150)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    const page = holding((params) => calledIn(params) === 'open')
    node.breakWith(page.fault, 'eth_call')
    board.loadMore()
    board.filter({ ...NO_FILTERS, kind: 'request' })
    expect(board.get().market.items).toBeUndefined()
    await board.until(({ market }) => market.items)
    page.release()
    const { market } = await board.until(({ market }) => !market.isLoadingMore)
    expect(market.items?.every(({ loan }) => loan.status === 'requested')).toBe(true)
    const all = await loadPage(board)
    expect([all.items?.length, all.reading, all.openCounts]).toEqual([150, 'all', { offer: 154, request: 150 }])
  })
})

describe('a page that cannot be read', () => {
  test('is asked for again, but not without a pause that grows', async () => {
    await publishMany(chain, 196)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    node.breakWith(of('open', faults.httpError), 'eth_call')
    for (const pause of [1_000, 2_000, 4_000]) {
      await failToLoad(board)
      board.clock.pass(pause - 1)
      await new Promise((resolve) => setImmediate(resolve))
      board.loadMore()
      expect(board.get().market).toMatchObject({ isLoadingMore: true, reading: 'more' })
      board.clock.pass(1)
      await board.until(({ market }) => !market.isLoadingMore)
    }
    expect(board.calls.filter((name) => name === 'open')).toHaveLength(3)
    expect(board.get().market.items).toHaveLength(100)
    await node.heal()
    expect((await loadPage(board)).items).toHaveLength(200)
  })

  test('is said, and comes at once when one tries again', async () => {
    await publishMany(chain, 196)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    node.breakWith(of('open', faults.httpError), 'eth_call')
    await failToLoad(board)
    expect(board.get().market.search.hasFailed).toBe(true)
    await node.heal()
    board.get().market.search.tryAgain()
    const { market } = await board.until(({ market }) => market.items?.length === 200)
    expect(market.search.hasFailed).toBe(false)
  })

  test('of offers holds up no requests, and is not said of them', async () => {
    await publishMany(chain, 150)
    await askMany(chain, 150)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    node.breakWith(ofOffers(faults.httpError), 'eth_call')
    await failToLoad(board)
    board.filter({ ...NO_FILTERS, kind: 'request' })
    const { market } = await board.until(({ market }) => market.items)
    expect([market.isLoadingMore, market.search.hasFailed]).toEqual([false, false])
    expect((await loadPage(board)).items).toHaveLength(150)
  })

  test.each([150n, 101n])('or that leads back, to %s, is the last one', async (next) => {
    await publishMany(chain, 296)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    await loadPage(board)
    node.breakWith(
      forgedIn('open', (page) => ({ ...page, next })),
      'eth_call',
    )
    const { items, reading } = await loadPage(board)
    expect([idsOf(items), reading]).toEqual([Array.from({ length: 300 }, (_, index) => 300 - index), 'all'])
  })

  test('a loan on a further page that cannot be is left out and counted there too', async () => {
    await publishMany(chain, 196)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    node.breakWith(
      forgedIn('open', ({ items, next }) => ({
        items: items.map((item, at) => (at === 3 ? { ...item, loan: { ...item.loan, status: 9 } } : item)),
        next,
      })),
      'eth_call',
    )
    expect((await loadPage(board)).items).toHaveLength(199)
    expect(board.get().refusedCount).toBe(1)
  })
})

describe('offers that have expired', () => {
  test('are not listed and not counted, from the moment on that the chain says so', async () => {
    const id = Number(await publish(world, eva, { openDays: 7 }))
    const board = openBoard(me)
    const { market } = await board.until(({ market }) => market.items)
    expect([idsOf(market.items), market.openCounts.offer]).toEqual([[id, 4, 3, 2, 1], 5])
    await passOnChain(8 * DAY)
    board.refresh()
    const { market: after } = await board.until(({ market }) => market.items?.length === 4)
    expect([idsOf(after.items), after.openCounts.offer, after.reading]).toEqual([[4, 3, 2, 1], 4, 'all'])
  })

  test('nor those of further pages, once they expire', async () => {
    await publishMany(chain, 50, SAMPLE_TERMS, 7)
    await publishMany(chain, 100)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    expect((await loadPage(board)).items).toHaveLength(154)
    board.clock.pass(8 * DAY * 1000)
    const { market } = board.get()
    expect([market.items?.length, market.openCounts.offer, market.reading]).toEqual([104, 104, 'all'])
  })

  test('a list of nothing else is asked for a few times, and then only on request', async () => {
    let pages = 0
    node.breakWith(
      endless(() => pages++),
      'eth_call',
    )
    const board = openBoard(me)
    const { market } = await board.until(({ market }) => market.items)
    // None has come, and nobody says that there is none.
    expect(market).toMatchObject({ items: [], reading: 'more', openCounts: { offer: 1_000_000 } })
    expect((await loadPage(board)).reading).toBe('stopped')
    board.loadMore()
    expect([pages, board.get().market.isLoadingMore]).toEqual([3, false])

    board.searchMore()
    expect(board.get().market).toMatchObject({ reading: 'more', isLoadingMore: true })
    const { market: after } = await board.until(({ market }) => !market.isLoadingMore)
    expect([pages, after.reading]).toEqual([6, 'stopped'])
  })

  test('behind hundreds of them the older offers are found, and counted', async () => {
    await publishMany(chain, 700, SAMPLE_TERMS, 7)
    await passOnChain(8 * DAY)
    const board = openBoard(me)
    const { market } = await board.until(({ market }) => market.items)
    expect(market).toMatchObject({ items: [], reading: 'more', openCounts: { offer: 704 } })
    const found = await loadPage(board)
    expect([idsOf(found.items), found.reading, found.openCounts.offer]).toEqual([[4, 3, 2, 1], 'all', 4])
    expect(board.calls.filter((name) => name === 'open').length).toBeGreaterThan(1)

    // They stay when another is published.
    const id = Number(await publish(world, ana, {}))
    board.refresh()
    const { market: after } = await board.until(({ market }) => market.items?.length === 5)
    expect([idsOf(after.items), after.reading]).toEqual([[id, 4, 3, 2, 1], 'all'])
  })

  test('behind more of them whoever asks to go on finds the older ones', { tags: 'long' }, async () => {
    await publishMany(chain, 1_600, SAMPLE_TERMS, 7)
    await passOnChain(8 * DAY)
    const board = openBoard(me)
    await board.until(({ market }) => market.items)
    expect(await loadPage(board)).toMatchObject({ items: [], reading: 'stopped' })
    board.searchMore()
    const { market } = await board.until(({ market }) => market.reading === 'all')
    expect(idsOf(market.items)).toEqual([4, 3, 2, 1])
  })
})

test('an offer that somebody takes goes away, and is not brought back by a page of before', async () => {
  await publishMany(chain, 100)
  const board = openBoard(me)
  await board.until(({ market }) => market.items)
  await loadPage(board)
  expect(board.get().market.items).toHaveLength(104)
  await take(world, luis, 1n)
  board.refresh()
  await board.until(({ market }) => market.openCounts.offer === 103)
  expect(idsOf((await loadPage(board)).items)?.slice(-3)).toEqual([4, 3, 2])
})

/** Asks for a page that brings nothing, and waits until that is known. */
async function failToLoad(board: OpenBoard) {
  board.loadMore()
  const before = board.changes()
  await board.until(() => board.changes() > before)
  expect(board.get().market.isLoadingMore).toBe(true)
}

/** Waits for an answer of another block. */
async function readAnew(board: OpenBoard) {
  const before = board.get().book?.blockNumber ?? 0n
  await client.mine({ blocks: 1 })
  board.refresh()
  await board.until(({ book }) => book && book.blockNumber > before)
}

/** A first page that is claimed to be the last one. */
const ended = forgedIn('dashboard', (board) => ({ ...board, openOffers: { ...board.openOffers, next: 0n } }))

/** A fault of the pages of offers alone. */
function ofOffers(fault: Fault): Fault {
  return async (call) => {
    const [{ data }] = call.params as [{ data: Hex }]
    const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data })
    if (functionName === 'open' && !args[1]) await fault(call)
    else call.answer(await call.ask())
  }
}

/** A list that is claimed to be long, whose pages are empty. */
function endless(onPage: () => void): Fault {
  return async (call) => {
    const [{ data }] = call.params as [{ data: Hex }]
    const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data })
    if (functionName === 'open') {
      onPage()
      await forgedIn('open', () => ({ items: [], next: args[2] - 1n }))(call)
    } else {
      const openOffers = { items: [], next: 1_000_000n }
      await forgedIn('dashboard', (board) => ({ ...board, openOffersLength: 1_000_000n, openOffers }))(call)
    }
  }
}
