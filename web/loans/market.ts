import type { Address } from 'viem'
import { DAY, isSameAddress, type Offer } from './loan.ts'
import { searchFor } from './search.ts'
import { type TERM_DAYS, wholeDays } from './terms.ts'

export const ORDERS = ['newest', 'lowestApr', 'largest', 'shortest'] as const

export type Order = (typeof ORDERS)[number]

/** Which offers of the marketplace to show, and in which order. Undefined: any. */
export type Filters = {
  /** As typed: words of the note, a part of the lender's address, an amount. */
  words: string
  /** Millionths of a dollar. */
  maxPrincipal: bigint | undefined
  /** Hundredths of a percent. */
  maxApr: number | undefined
  days: (typeof TERM_DAYS)[number] | undefined
  isMineOnly: boolean
  order: Order
}

export const NO_FILTERS: Filters = {
  words: '',
  maxPrincipal: undefined,
  maxApr: undefined,
  days: undefined,
  isMineOnly: false,
  order: 'newest',
}

/** What an offer is to the person who looks at it. */
export type OfferKind = 'demo' | 'own' | 'addressed' | 'public'

export function offerKind({ demo, lender, borrower }: Offer, me: Address): OfferKind {
  if (demo) return 'demo'
  if (isSameAddress(lender, me)) return 'own'
  return isSameAddress(borrower, me) ? 'addressed' : 'public'
}

/** A question to ask of many offers. */
export function matching({ words, maxPrincipal, maxApr, days, isMineOnly }: Filters, me: Address): (offer: Offer) => boolean {
  const hasWords = searchFor(words)
  return (offer) =>
    (maxPrincipal === undefined || offer.principal <= maxPrincipal) &&
    (maxApr === undefined || offer.apr <= maxApr) &&
    (days === undefined || wholeDays(offer.duration) === days) &&
    (!isMineOnly || offerKind(offer, me) === 'own') &&
    hasWords(offer)
}

/** Whether these filters can hide an offer. The order alone hides none. */
export function isFiltered({ words, maxPrincipal, maxApr, days, isMineOnly }: Filters): boolean {
  return words.trim() !== '' || maxPrincipal !== undefined || maxApr !== undefined || days !== undefined || isMineOnly
}

/** Whether it takes every offer to show these, and not just the newest. */
export function isSearch(filters: Filters): boolean {
  return isFiltered(filters) || filters.order !== NO_FILTERS.order
}

const COMPARE: Record<Order, (a: Offer, b: Offer) => number> = {
  newest: () => 0,
  lowestApr: (a, b) => a.apr - b.apr,
  largest: (a, b) => compare(b.principal, a.principal),
  shortest: (a, b) => a.duration - b.duration,
}

/** A sorted copy. Ties: the newest, which has the highest id, first. */
export function sorted<T extends { loan: Offer }>(items: readonly T[], order: Order): T[] {
  return items.toSorted(({ loan: a }, { loan: b }) => COMPARE[order](a, b) || compare(b.id, a.id))
}

/** The offers that match the filters, in their order. */
export function select<T extends { loan: Offer }>(items: readonly T[], filters: Filters, me: Address): T[] {
  const isMatch = matching(filters, me)
  return sorted(
    items.filter(({ loan }) => isMatch(loan)),
    filters.order,
  )
}

/** For how many more whole days an offer can be taken: below 0 once it has expired, undefined if it has no end. */
export function daysOpen({ openUntil }: Offer, now: number): number | undefined {
  return openUntil === undefined ? undefined : Math.floor((openUntil - now) / DAY)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
