import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../loans/limits.ts'
import { DAY, DOLLAR, type Item, isOffer, NO_RECORD, type Offer, type Request } from '../../loans/loan.ts'
import { TERM_DAYS, wholeDays } from '../../loans/terms.ts'
import { demoOffers } from '../demo.ts'
import {
  daysOpen,
  type Filters,
  hasExpired,
  isFiltered,
  isSearch,
  matching,
  NO_FILTERS,
  ORDERS,
  relationTo,
  select,
  sorted,
  withKind,
} from './filters.ts'
import { parseAprLimit, parsePrincipalLimit, principalLimitText, readFilters, writeFilters } from './marketQuery.ts'

const ana = '0x00000000000000000000000000000000000000Aa'
const luis = '0x00000000000000000000000000000000000000bB'
const record = { ...NO_RECORD, taken: 1 }

const offer: Offer = {
  status: 'open',
  id: 7n,
  lender: ana,
  borrower: undefined,
  principal: 300n * DOLLAR,
  apr: 1000,
  duration: 30 * DAY,
  instalments: 1,
  openUntil: undefined,
  note: 'Un cafe.',
  demo: false,
}

const request: Request = { ...offer, status: 'requested', lender: undefined, borrower: luis }

const anyFilters: fc.Arbitrary<Filters> = fc.record({
  kind: fc.constantFrom('offer', 'request'),
  words: fc.oneof(fc.constantFrom('', 'para', '300'), fc.string({ maxLength: 100 })),
  maxPrincipal: fc.option(fc.bigInt({ min: 1n, max: limits.principal.max }), { nil: undefined }),
  maxApr: fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }),
  days: fc.option(fc.constantFrom(...TERM_DAYS), { nil: undefined }),
  isMineOnly: fc.boolean(),
  order: fc.constantFrom(...ORDERS.offer),
})

const anyItem: fc.Arbitrary<Item<Offer>> = fc
  .record({
    id: fc.bigInt({ min: 1n, max: 1000n }),
    lender: fc.constantFrom<Offer['lender']>(ana, luis),
    principal: fc.bigInt({ min: 1n, max: limits.principal.max }),
    apr: fc.integer({ min: 0, max: 65_535 }),
    duration: fc.oneof(fc.constantFrom(...TERM_DAYS.map((days) => days * DAY)), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  })
  .map((terms) => ({ loan: { ...offer, ...terms }, record }))
const anyItems = fc.uniqueArray(anyItem, { selector: ({ loan }) => loan.id, maxLength: 60 })

describe('filters', () => {
  test.each<[string, Partial<Filters>, boolean]>([
    ['none', {}, true],
    ['an amount equal to the limit', { maxPrincipal: 300n * DOLLAR }, true],
    ['an amount a millionth above the limit', { maxPrincipal: 300n * DOLLAR - 1n }, false],
    ['an interest equal to the limit', { maxApr: 1000 }, true],
    ['an interest above the limit', { maxApr: 999 }, false],
    ['its term', { days: 30 }, true],
    ['another term', { days: 60 }, false],
    ['a word of its note', { words: 'CAFÉ' }, true],
    ['a word that it lacks', { words: 'moto' }, false],
  ])('%s', (_, filters, isShown) => {
    expect(matching({ ...NO_FILTERS, ...filters }, luis)(offer)).toBe(isShown)
  })

  test('my offers are those that I lend, however my address is written', () => {
    const mine = { ...NO_FILTERS, isMineOnly: true }
    expect(matching(mine, ana.toLowerCase() as Offer['lender'])(offer)).toBe(true)
    expect(matching(mine, luis)(offer)).toBe(false)
  })

  test('a term that is no whole number of days counts as the card says it', () => {
    expect(wholeDays(31 * DAY - 1)).toBe(30)
    expect(matching({ ...NO_FILTERS, days: 30 }, luis)({ ...offer, duration: 31 * DAY - 1 })).toBe(true)
  })

  test('the order alone leaves nothing out', () => {
    expect(isFiltered({ ...NO_FILTERS, order: 'largest' })).toBe(false)
    expect(isFiltered({ ...NO_FILTERS, maxApr: 0 })).toBe(true)
    expect(isFiltered({ ...NO_FILTERS, words: ' ' })).toBe(false)
    expect(isFiltered({ ...NO_FILTERS, words: 'moto' })).toBe(true)
  })

  test('any filter, and any order but the newest, needs every offer', () => {
    expect(isSearch(NO_FILTERS)).toBe(false)
    expect(isSearch({ ...NO_FILTERS, order: 'largest' })).toBe(true)
    expect(isSearch({ ...NO_FILTERS, words: 'moto' })).toBe(true)
  })

  test('never invent, duplicate or lose an offer', () => {
    fc.assert(
      fc.property(anyItems, anyFilters, (items, filters) => {
        const shown = select(items, filters, ana)
        expect(new Set(shown).size).toBe(shown.length)
        expect(new Set(shown)).toEqual(new Set(items.filter(({ loan }) => matching(filters, ana)(loan))))
      }),
    )
  })
})

describe('order', () => {
  const figures = (order: Filters['order']) =>
    sorted(
      demoOffers.map((loan) => ({ loan, record })),
      order,
    ).map(({ loan }) => Number(loan.principal / DOLLAR))

  test.each<[Filters['order'], number[]]>([
    ['newest', [300, 500, 1200, 100]],
    ['lowestApr', [1200, 300, 500, 100]],
    ['highestApr', [100, 500, 300, 1200]],
    ['largest', [1200, 500, 300, 100]],
    ['shortest', [100, 300, 500, 1200]],
  ])('M3 the examples by %s', (order, expected) => {
    expect(figures(order)).toEqual(expected)
  })

  test('does not depend on the order in which offers were read', () => {
    fc.assert(
      fc.property(anyItems, fc.constantFrom(...ORDERS.request), (items, order) => {
        expect(sorted(items.toReversed(), order)).toEqual(sorted(items, order))
      }),
    )
  })

  test('newest is the highest id first, beyond what a number holds', () => {
    const ids = [2n ** 60n, 2n ** 60n + 1n].map((id) => ({ loan: { ...offer, id }, record }))
    expect(sorted(ids, 'newest').map(({ loan }) => loan.id)).toEqual([2n ** 60n + 1n, 2n ** 60n])
  })
})

test('the days for which an offer can be taken are rounded up, to its last second', () => {
  expect(daysOpen(offer, 1_000)).toBeUndefined()
  const open = { ...offer, openUntil: 1_000 + 2 * DAY }
  const moments = [1_000, 1_001, 1_000 + DAY, 1_001 + DAY, open.openUntil, open.openUntil + 1]
  expect(moments.map((now) => daysOpen(open, now))).toEqual([2, 2, 1, 0, 0, -1])
  expect([open.openUntil, open.openUntil + 1].map((now) => hasExpired(open, now))).toEqual([false, true])
  expect(hasExpired(offer, 2 ** 40)).toBe(false)
})

describe('what an offer is to me', () => {
  test.each<[string, Partial<Offer>, Offer['lender'], string]>([
    ['mine', {}, ana, 'own'],
    ['mine, for somebody', { borrower: luis }, ana, 'own'],
    ['for me alone', { borrower: luis }, luis, 'addressed'],
    ['for anybody', {}, luis, 'public'],
    ['an example', { demo: true }, ana, 'demo'],
  ])('%s', (_, terms, me, kind) => {
    expect(relationTo(me, { ...offer, ...terms })).toBe(kind)
  })

  test.each<[string, Partial<Request>, Offer['lender'], string]>([
    ['mine', {}, luis, 'own'],
    ['mine, for somebody', { lender: ana }, luis, 'own'],
    ['for me alone', { lender: ana }, ana, 'addressed'],
    ['for anybody', {}, ana, 'public'],
  ])('a request: %s', (_, terms, me, relation) => {
    expect(relationTo(me, { ...request, ...terms })).toBe(relation)
  })

  test('a request is found by the address of whoever asks', () => {
    expect(matching({ ...NO_FILTERS, words: luis }, ana)(request)).toBe(true)
    expect(matching({ ...NO_FILTERS, words: ana }, ana)(request)).toBe(false)
  })

  test('only what is open is an offer', () => {
    expect(isOffer({ loan: offer, record })).toBe(true)
    expect(isOffer({ loan: { ...offer, status: 'cancelled' }, record })).toBe(false)
  })
})

describe('the query', () => {
  test('filters survive the way through it, and what others keep there stays', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const query = writeFilters(new URLSearchParams('other=1&days=90&mine=1'), filters)
        expect(readFilters(new URLSearchParams(query.toString()))).toEqual(filters)
        expect(query.get('other')).toBe('1')
      }),
    )
  })

  test('the highest interest is an order of requests alone', () => {
    const wanted: Filters = { ...NO_FILTERS, kind: 'request', words: 'moto', order: 'highestApr' }
    expect(readFilters(writeFilters(new URLSearchParams(), wanted))).toEqual(wanted)
    expect(readFilters(new URLSearchParams('order=highestApr')).order).toBe('newest')
    expect(withKind(wanted, 'offer')).toEqual({ ...wanted, kind: 'offer', order: 'newest' })
    expect(withKind({ ...wanted, order: 'largest' }, 'offer').order).toBe('largest')
  })

  test('what is as usual is left out', () => {
    expect(writeFilters(new URLSearchParams(), NO_FILTERS).toString()).toBe('')
    const filters: Filters = {
      kind: 'request',
      words: 'una moto',
      maxPrincipal: 500_500_000n,
      maxApr: 1250,
      days: 30,
      isMineOnly: true,
      order: 'lowestApr',
    }
    expect(writeFilters(new URLSearchParams(), filters).toString()).toBe(
      'list=requests&q=una+moto&principal=500.5&apr=12.5&days=30&mine=1&order=lowestApr',
    )
  })

  test.each([
    'principal=1e9',
    'principal=-5',
    'principal=0',
    'apr=x',
    'apr=1.234',
    'days=31',
    'days=030',
    'mine=yes',
    'order=',
    'list=offers',
    'a=b',
    `apr=${'9'.repeat(400)}`,
  ])('a broken value is ignored: %s', (query) => {
    expect(readFilters(new URLSearchParams(query))).toEqual(NO_FILTERS)
  })

  test('nothing that stands there breaks it', () => {
    const broken = fc.dictionary(fc.constantFrom('q', 'principal', 'apr', 'days', 'mine', 'order'), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(broken, (query) => {
        const filters = readFilters(new URLSearchParams(query))
        expect(readFilters(writeFilters(new URLSearchParams(), filters))).toEqual(filters)
      }),
    )
  })
})

describe('a limit as one types it', () => {
  test.each([
    ['500', 500_000_000n],
    ['500.', 500_000_000n],
    ['0,5', 500_000n],
    ['1.2000', 1_200_000n],
    ['1.200', undefined],
    [' 12.345678 ', 12_345_678n],
    ['1,200', undefined],
    ['1.2345678', undefined],
    ['1 200', undefined],
    ['', undefined],
    ['0', undefined],
  ])('%s', (text, limit) => {
    expect(parsePrincipalLimit(text)).toBe(limit)
  })

  test('an interest of zero is no limit: the contract takes none', () => {
    expect(parseAprLimit('0')).toBeUndefined()
    expect(parseAprLimit('12,5')).toBe(1250)
  })

  test('is written back without needless zeros', () => {
    expect(principalLimitText(500_000_000n)).toBe('500')
    expect(principalLimitText(100_000n)).toBe('0.1')
  })
})
