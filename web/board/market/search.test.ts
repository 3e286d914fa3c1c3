// Searching, filtering and sorting what is open, however much that is.
import { concat, decodeFunctionData, type Hex, hexToNumber, numberToHex, slice, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { askMany, publishMany, SAMPLE_TERMS } from '../../../devchain/publishMany.ts'
import { type Board, calledIn, forgedIn, holding, of } from '../../../e2e/support/forged.ts'
import { faults } from '../../../e2e/support/node.ts'
import { ask, cancel, publish, take } from '../../../e2e/support/others.ts'
import { loanLensAbi } from '../../chain/abi.ts'
import { NEWEST } from '../../chain/read/fetchDashboard.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import type { BoardView } from '../board.ts'
import {
  chain,
  contactsOf,
  entryOf,
  idsOf,
  lend,
  node,
  type OpenBoard,
  openBoard,
  passOnChain,
  withBoards,
  world,
} from '../boards.testing.ts'
import { type Filters, NO_FILTERS } from './filters.ts'

const { ana, luis, eva } = people

withBoards()

/** Searches for something else, and waits until all of it was found. */
async function searchFor(board: OpenBoard, filters: Partial<Filters>) {
  board.filter({ ...NO_FILTERS, ...filters })
  // The board searches in the next turn.
  await new Promise((resolve) => setTimeout(resolve))
  return (await board.until(isSearched)).market
}

function isSearched({ market: { search } }: BoardView): boolean {
  return search.isSearch && !search.progress && !search.isLoadingMore
}

describe('through every open offer', () => {
  test('by words without accents, by person and by amount; it says how far it is, and can be undone', async () => {
    const id = Number(await publish(world, eva, { principal: 321n * DOLLAR, note: 'Matrícula de música' }))
    await publishMany(chain, 1_095)
    const board = openBoard(luis)
    expect((await board.until(({ market }) => market.items)).market).toMatchObject({
      openCounts: { offer: 1_100 },
      reading: 'more',
    })
    const second = holding(isFurtherPage)
    node.breakWith(second.fault, 'eth_call')
    board.filter({ ...NO_FILTERS, words: 'musica MATRICULA' })
    const half = await board.until(({ market }) => market.search.progress?.read === 1_000)
    expect(half.market).toMatchObject({ items: [], reading: 'more', search: { progress: { read: 1_000, all: 1_100 } } })
    expect(half.market.search.isPartial).toBe(false)
    second.release()

    const { market } = await board.until(({ market }) => market.items?.length === 1)
    expect(market.search).toMatchObject({ foundCount: 1, searchedCount: 1_100, progress: undefined, isPartial: false })
    expect([idsOf(market.items), market.reading]).toEqual([[id], 'all'])
    expect(market.items?.[0]?.record).toEqual({ taken: 0, repaid: 0, repaidLate: 0, forgiven: 0, repaidDollars: 0 })
    // Two calls for the rows, one for the match.
    const calls = ['dashboard', 'openRows', 'items']
    expect(board.calls).toEqual(calls)

    for (const words of ['0x90F7…b906 321', '90f79bf6 música', '$ 321.00']) {
      expect(idsOf((await searchFor(board, { words })).items)).toEqual([id])
    }
    expect(await searchFor(board, { words: 'nada de esto' })).toMatchObject({
      items: [],
      search: { foundCount: 0 },
      reading: 'all',
    })
    board.filter(NO_FILTERS)
    const { market: all } = await board.until(({ market }) => !market.search.isSearch)
    // The newest hundred, and one of mine.
    expect([all.items?.length, all.reading]).toEqual([101, 'more'])
    // Rows already read are kept: no further call.
    expect(board.calls).toEqual(calls)
  })

  test('the order is that of all of them; matches are read whole as they are shown, twelve and then a hundred at a time', async () => {
    const id = Number(await publish(world, eva, { principal: 321n * DOLLAR }))
    await publishMany(chain, 245)
    const board = openBoard(luis, { filters: { order: 'largest' } })
    const { market } = await board.until(isSearched)
    expect(market.items).toHaveLength(12)
    expect(idsOf(market.items)?.slice(0, 5)).toEqual([3, 2, id, 1, 4])
    expect(market).toMatchObject({ search: { foundCount: 250, canShowMore: true }, reading: 'more' })
    for (const count of [112, 212, 250]) {
      board.loadMore()
      expect((await board.until(({ market }) => market.items?.length === count)).market.isLoadingMore).toBe(false)
    }
    expect(board.get().market).toMatchObject({ reading: 'all', search: { canShowMore: false } })
    board.loadMore()
    const ids = idsOf(board.get().market.items) ?? []
    expect(new Set(ids).size).toBe(250)
    // The newest hundred came with the dashboard; what is read again is what is shown and did not.
    expect(board.calls).toEqual(['dashboard', 'openRows', 'items', 'items', 'items', 'items'])

    // Another search begins with twelve again.
    const shortest = idsOf((await searchFor(board, { order: 'shortest' })).items)
    expect([shortest?.length, shortest?.[0]]).toEqual([12, 4])
  })

  test('filters find what the first page does not show, and mine, also those for one person alone', async () => {
    await publish(world, ana, { principal: 11n * DOLLAR })
    await publish(world, ana, { principal: 12n * DOLLAR, to: luis.address })
    await publishMany(chain, 150)
    const board = openBoard(ana)
    expect((await board.until(({ market }) => market.items)).market.openCounts.offer).toBe(156)
    const short = await searchFor(board, { days: 15 })
    expect(short.items?.map(({ loan }) => loan.principal)).toEqual([100n * DOLLAR])
    expect(short.search).toMatchObject({ foundCount: 1, searchedCount: 156 })
    expect((await searchFor(board, { days: 30 })).search).toMatchObject({ foundCount: 153, searchedCount: 156 })
    expect(idsOf((await searchFor(board, { isMineOnly: true })).items)).toEqual([6, 5, 1])
    expect(idsOf((await searchFor(board, { maxPrincipal: 100n * DOLLAR, maxApr: 1000, isMineOnly: true })).items)).toEqual([6, 5])
  })

  test('of a few, which are known whole already, it asks nobody', async () => {
    const board = openBoard(luis, { filters: { days: 60 } })
    const { market } = await board.until(({ market }) => market.items)
    expect(market.items?.map(({ loan }) => loan.principal)).toEqual([500n * DOLLAR])
    expect(market).toMatchObject({ reading: 'all', search: { foundCount: 1, searchedCount: 4, progress: undefined } })
    expect(idsOf((await searchFor(board, { order: 'lowestApr' })).items)).toEqual([3, 1, 2, 4])
    expect(board.calls).toEqual(['dashboard'])
  })

  test('beyond ten thousand only the newest are searched, and that is said', async () => {
    const limits: bigint[] = []
    node.breakWith(async (call) => {
      const page = pageOf(call.params)
      if (!page) return forgedIn('dashboard', manyMore)(call)
      limits.push(page.limit)
      await forgedIn('packed', ([packed]) => [fullPage(packed, page), page.before - page.limit])(call)
    }, 'eth_call')
    const board = openBoard(luis, { filters: { words: 'nada de esto' } })
    const { market } = await board.until(isSearched)
    // Ten thousand, and the four that the dashboard brought.
    expect(market.search).toMatchObject({ isPartial: true, foundCount: 0, searchedCount: 10_004, hasFailed: false })
    expect(limits).toEqual(Array.from({ length: 10 }, () => 1_000n))
    expect(board.calls).toEqual(['dashboard', 'openRows'])
  })

  test('what has expired does not count: behind hundreds of them the others are found', { tags: 'long' }, async () => {
    await publishMany(chain, 1_500, SAMPLE_TERMS, 7)
    await passOnChain(8 * DAY)
    const board = openBoard(luis, { filters: { words: 'emergencia' } })
    const { market } = await board.until(({ market }) => market.items?.length === 1)
    expect(idsOf(market.items)).toEqual([1])
    expect((await board.until(isSearched)).market.search).toMatchObject({ foundCount: 1, searchedCount: 4, isPartial: false })
  })

  test('what is published meanwhile is found without reading the others again', async () => {
    await publishMany(chain, 150)
    const board = openBoard(luis, { filters: { words: 'matricula' } })
    await board.until(isSearched)
    const id = Number(await publish(world, eva, { note: 'Matrícula' }))
    board.refresh()
    const { market } = await board.until(({ market }) => market.items?.length === 1)
    expect(idsOf(market.items)).toEqual([id])
    expect(market.search).toMatchObject({ searchedCount: 155, progress: undefined })
    expect(board.calls).toEqual(['dashboard', 'openRows', 'dashboard'])
  })
})

describe('by a name of mine', () => {
  test('it finds offers and requests, accents and capitals ignored, as soon as the name is given', async () => {
    const offer = Number(await publish(world, luis, { principal: 77n * DOLLAR }))
    const request = Number(await ask(world, luis, { principal: 78n * DOLLAR }))
    const board = openBoard(eva, { filters: { words: 'nunez ALVARO' } })
    expect((await board.until(({ market }) => market.items)).market.items).toEqual([])
    board.contacts.set(contactsOf([luis, 'Álvaro Núñez']))
    expect(idsOf(board.get().market.items)).toEqual([offer, 2])
    board.filter({ ...NO_FILTERS, words: 'nunez ALVARO', kind: 'request' })
    expect(idsOf((await board.until(({ market }) => market.items)).market.items)).toEqual([request])
    expect((await searchFor(board, { words: 'nadie', kind: 'request' })).items).toEqual([])
  })
})

describe('through requests', () => {
  test('it goes through all of them; words stay from list to list, and offers never stand in for requests', async () => {
    await ask(world, eva, { principal: 321n * DOLLAR, apr: 2500, note: 'Matrícula de música' })
    await askMany(chain, 150)
    const board = openBoard(luis, { filters: { kind: 'request' } })
    const { market } = await board.until(({ market }) => market.items)
    expect(market).toMatchObject({ openCounts: { offer: 4, request: 151 }, items: { length: 100 } })
    const found = await searchFor(board, { kind: 'request', words: 'musica' })
    expect(found.items?.map(({ loan }) => loan.note)).toEqual(['Matrícula de música'])
    expect(found.search).toMatchObject({ foundCount: 1, searchedCount: 151 })
    expect((await searchFor(board, { words: 'musica' })).items).toEqual([])
    board.filter({ ...NO_FILTERS, kind: 'request', words: 'musica' })
    expect(board.get().market.items?.every(({ loan }) => loan.status === 'requested')).toBe(true)
    await board.until(({ market }) => market.items?.length === 1)
    const highest = await searchFor(board, { kind: 'request', order: 'highestApr' })
    expect(highest.items?.[0]?.loan.apr).toBe(2500)
  })
})

describe('while it is searched', () => {
  test('typing changes the field at once, and only what was typed last is searched for', async () => {
    await publishMany(chain, 150)
    const board = openBoard(luis)
    await board.until(({ market }) => market.items)
    for (const words of ['e', 'em', 'emergencia']) {
      board.filter({ ...NO_FILTERS, words })
      expect(board.get().market).toMatchObject({ filters: { words }, search: { isSearch: false } })
    }
    const { market } = await board.until(({ market }) => market.items?.length === 1)
    expect(idsOf(market.items)).toEqual([1])
    expect(board.calls.slice(1)).toEqual(['openRows', 'items'])
  })

  test('one that is given up and begun again is still finished', { tags: 'long' }, async () => {
    await publishMany(chain, 1_096)
    const second = holding(isFurtherPage)
    node.breakWith(second.fault, 'eth_call')
    const board = openBoard(luis, { filters: { words: 'emergencia' } })
    await board.until(({ market }) => market.search.progress?.read === 1_000)
    board.filter(NO_FILTERS)
    await board.until(({ market }) => !market.search.isSearch)
    board.filter({ ...NO_FILTERS, words: 'emergencia' })
    const { market: again } = await board.until(({ market }) => market.search.isSearch)
    expect(again.search).toMatchObject({ isPartial: false, progress: { read: 1_000, all: 1_100 } })
    second.release()
    const { market } = await board.until(isSearched)
    expect(idsOf(market.items)).toEqual([1])
    expect(market).toMatchObject({ reading: 'all', search: { searchedCount: 1_100, isPartial: false } })
  })

  test('matches of before stay while the list is read again, and new ones come', async () => {
    const first = Number(await publish(world, eva, { note: 'Matrícula' }))
    await publishMany(chain, 150)
    const board = openBoard(luis, { filters: { words: 'matricula' } })
    await board.until(({ market }) => market.items?.length === 1)
    const rows = holding((params) => pageOf(params) !== undefined)
    node.breakWith(rows.fault, 'eth_call')
    const second = Number(await publish(world, eva, { note: 'Otra matrícula' }))
    await publishMany(chain, 120)
    board.refresh()
    const { market } = await board.until(({ market }) => market.openCounts.offer === 276)
    expect(market).toMatchObject({ search: { progress: undefined, isPartial: false } })
    expect(idsOf(market.items)).toEqual([first])
    rows.release()
    expect(idsOf((await board.until(({ market }) => market.items?.length === 2)).market.items)).toEqual([second, first])
  })
})

describe('what is gone meanwhile', () => {
  test('an offer that was found and is taken by somebody else goes away', async () => {
    const id = await publish(world, eva, { note: 'Matrícula' })
    await publishMany(chain, 150)
    const board = openBoard(luis, { filters: { words: 'matricula' } })
    await board.until(({ market }) => market.items?.length === 1)
    await take(world, ana, id)
    board.refresh()
    const { market } = await board.until(({ market }) => market.items?.length === 0)
    expect((await board.until(({ market }) => market.search.searchedCount === 154)).market.search.foundCount).toBe(0)
    expect(market.search.hasFailed).toBe(false)
  })

  test('matches that are gone by the time they are read whole give way to others', async () => {
    const ids: bigint[] = []
    for (let count = 0; count < 16; count++) ids.push(await publish(world, eva, { note: 'Matrícula' }))
    await publishMany(chain, 150)
    // An answer without the four newest matches, as if they had been taken just now.
    const gone = ids.slice(-4)
    node.breakWith(
      forgedIn('itemsOf', (items) => items.filter(({ id }) => !gone.includes(id))),
      'eth_call',
    )
    const board = openBoard(luis, { filters: { words: 'matricula' } })
    const { market } = await board.until(({ market }) => market.items?.length === 12)
    expect(idsOf(market.items)).toEqual(ids.slice(0, 12).reverse().map(Number))
    expect(market).toMatchObject({ reading: 'all', search: { foundCount: 12 } })
  })

  test('what expires after it was read is neither found nor counted', async () => {
    await publishMany(chain, 50, SAMPLE_TERMS, 7)
    await publishMany(chain, 100)
    const board = openBoard(people.deployer)
    await board.until(({ market }) => market.items)
    expect((await searchFor(board, { order: 'shortest' })).search).toMatchObject({ foundCount: 154, searchedCount: 154 })
    board.clock.pass(8 * DAY * 1000)
    expect(board.get().market.search).toMatchObject({ foundCount: 104, searchedCount: 104 })
    board.loadMore()
    const { market, now } = await board.until(({ market }) => market.items?.length === 104)
    expect(market.items?.every(({ loan }) => (loan.openUntil ?? now) >= now)).toBe(true)
  })

  test('an expired one is found by nobody but whoever published it', async () => {
    await publish(world, eva, { note: 'Matrícula', openDays: 7 })
    await publishMany(chain, 150)
    await passOnChain(8 * DAY)
    const mine = openBoard(eva, { filters: { words: 'matricula' } })
    expect(idsOf((await mine.until(isSearched)).market.items)).toEqual([5])
    const others = openBoard(luis, { filters: { words: 'matricula' } })
    const { market } = await others.until(isSearched)
    expect(market).toMatchObject({ items: [], search: { searchedCount: 154 } })
    await cancel(world, eva, 5n)
    mine.refresh()
    await mine.until(({ market }) => market.items?.length === 0)
  })
})

describe('a search that cannot be read', () => {
  test('says so, claims nothing, and goes on from there when one asks for it', { tags: 'long' }, async () => {
    await publishMany(chain, 1_096)
    const broken = of('packed', faults.httpError)
    node.breakWith(async (call) => {
      if (isFurtherPage(call.params)) await broken(call)
      else call.answer(await call.ask())
    }, 'eth_call')
    const board = openBoard(luis, { filters: { words: 'emergencia' } })
    const { market } = await board.until(({ market }) => market.search.hasFailed)
    expect(market).toMatchObject({ reading: 'more', search: { foundCount: 0, progress: { read: 1_000, all: 1_100 } } })
    await node.heal()
    const asked: (bigint | string)[] = []
    node.breakWith(async ({ params, ask, answer }) => {
      asked.push(pageOf(params)?.before ?? calledIn(params))
      answer(await ask())
    }, 'eth_call')
    market.search.tryAgain()
    const { market: found } = await board.until(({ market }) => market.items?.length === 1)
    expect(found.search).toMatchObject({ foundCount: 1, searchedCount: 1_100, hasFailed: false })
    expect(asked).toEqual([101n, 'itemsOf'])
  })

  test('matches that cannot be read whole are counted, not shown, and asked for again', async () => {
    await publish(world, eva, { note: 'Matrícula' })
    await publishMany(chain, 150)
    node.breakWith(of('itemsOf', faults.httpError), 'eth_call')
    const board = openBoard(luis, { filters: { words: 'matricula' } })
    const { market } = await board.until(({ market }) => market.search.hasFailed)
    expect(market).toMatchObject({ items: [], reading: 'more', search: { foundCount: 1, progress: undefined } })
    await node.heal()
    market.search.tryAgain()
    expect(idsOf((await board.until(({ market }) => market.items?.length === 1)).market.items)).toEqual([5])
  })

  test('what a lying node finds is not believed: terms of the whole loan must match too, and what cannot be is counted', async () => {
    await publish(world, eva, { principal: 40n * DOLLAR, note: 'Matrícula barata' })
    await publish(world, eva, { principal: 41n * DOLLAR, note: 'Matrícula' })
    await publishMany(chain, 150)
    node.breakWith(
      forgedIn('itemsOf', (items) =>
        items.map((item) =>
          item.loan.principal === 40n * DOLLAR
            ? { ...item, loan: { ...item.loan, principal: 4_000n * DOLLAR } }
            : { ...item, loan: { ...item.loan, lender: zeroAddress } },
        ),
      ),
      'eth_call',
    )
    const board = openBoard(luis, { filters: { words: 'matricula', maxPrincipal: 50n * DOLLAR } })
    const { market, refusedCount } = await board.until(({ market }) => market.search.isSearch && !market.search.hasMore)
    expect(market.items).toEqual([])
    expect(refusedCount).toBe(1)
  })

  test('what a lying node repeats is found and counted once', async () => {
    await publishMany(chain, 196)
    node.breakWith(
      forgedIn('packed', ([packed, next]) => [concat([packed, packed]), next]),
      'eth_call',
    )
    const board = openBoard(luis)
    await board.until(({ market }) => market.items)
    expect((await searchFor(board, { order: 'largest' })).search).toMatchObject({ foundCount: 200, searchedCount: 200 })
  })

  test('a list without an end is given up after thirty answers that bring nothing', async () => {
    let pages = 0
    node.breakWith(async (call) => {
      const page = pageOf(call.params)
      if (!page) return forgedIn('dashboard', manyMore)(call)
      pages++
      await forgedIn('packed', () => ['0x', page.before - 1n])(call)
    }, 'eth_call')
    const board = openBoard(luis, { filters: { words: 'nada' } })
    const { market } = await board.until(isSearched)
    expect(market.search).toMatchObject({ isPartial: true, foundCount: 0 })
    expect(pages).toBe(30)
  })
})

test('an offer that I am taking is marked among the matches, and one that I am publishing is found', async () => {
  const id = await publish(world, eva, { note: 'Matrícula' })
  await publishMany(chain, 150)
  const board = openBoard(luis, { filters: { words: 'matricula' } })
  const { market } = await board.until(({ market }) => market.items?.length === 1)
  const [item] = market.items ?? []
  if (item?.loan.status !== 'open') throw new Error('It is not open.')
  const taking = { kind: 'acceptOffer', offer: item.loan } as const
  const terms = {
    principal: DOLLAR,
    apr: 100,
    duration: DAY,
    instalments: 1,
    openDays: 7,
    note: 'Mi matrícula',
    borrower: undefined,
  }
  const publishing = { kind: 'createOffer', offer: terms } as const
  board.outbox.set([taking, publishing].map((command, nonce) => entry(command, nonce)))
  const { items } = board.get().market
  expect(items?.map(({ loan, pending }) => [loan.note, pending?.kind])).toEqual([
    ['Mi matrícula', 'createOffer'],
    ['Matrícula', 'acceptOffer'],
  ])
  expect(items?.[1]?.loan.id).toBe(id)
})

test('my own loan is no match, whoever took it', async () => {
  await lend(ana, luis, { note: 'Matrícula' })
  const board = openBoard(luis, { filters: { words: 'matricula' } })
  expect((await board.until(({ market }) => market.items)).market.items).toEqual([])
})

function entry(command: Parameters<typeof entryOf>[0], nonce: number) {
  return { ...entryOf(command, { at: 'sent', waited: 0 }), nonce }
}

type Page = { before: bigint; limit: bigint }

/** Of a call that reads rows to search through. Undefined: it is another call. */
function pageOf(params: readonly unknown[]): Page | undefined {
  const [{ data }] = params as [{ data: Hex }]
  const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data })
  return functionName === 'packed' ? { before: args[2], limit: args[3] } : undefined
}

function isFurtherPage(params: readonly unknown[]): boolean {
  const page = pageOf(params)
  return page !== undefined && page.before < NEWEST
}

/** A list that is claimed to go on behind the dashboard's page. */
function manyMore(board: Board): Board {
  return { ...board, openOffersLength: 1_000_000n, openOffers: { ...board.openOffers, next: 1n } }
}

/** As many entries as were asked for, all like the first one. */
function fullPage(packed: Hex, { before, limit }: Page): Hex {
  const entry = slice(packed, 4, 45 + hexToNumber(slice(packed, 43, 45)))
  return concat(
    Array.from({ length: Number(limit) }, (_, index) => concat([numberToHex(before - 1n - BigInt(index), { size: 4 }), entry])),
  )
}
