import type { Address } from 'viem'
import { type Item, isSameAddress, type Offer } from './loan.ts'
import { type TERM_DAYS, wholeDays } from './terms.ts'

export const ORDERS = ['newest', 'lowestApr', 'largest', 'shortest'] as const

export type Order = (typeof ORDERS)[number]

/** Which offers of the marketplace to show, and in which order. Undefined: any. */
export type Filters = {
  /** Millionths of a dollar. */
  maxPrincipal: bigint | undefined
  /** Hundredths of a percent. */
  maxApr: number | undefined
  days: (typeof TERM_DAYS)[number] | undefined
  isMineOnly: boolean
  order: Order
}

export const NO_FILTERS: Filters = {
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

export function matches(offer: Offer, { maxPrincipal, maxApr, days, isMineOnly }: Filters, me: Address): boolean {
  return (
    (maxPrincipal === undefined || offer.principal <= maxPrincipal) &&
    (maxApr === undefined || offer.apr <= maxApr) &&
    (days === undefined || wholeDays(offer.duration) === days) &&
    (!isMineOnly || offerKind(offer, me) === 'own')
  )
}

/** Whether these filters can hide an offer. The order alone hides none. */
export function isFiltered({ maxPrincipal, maxApr, days, isMineOnly }: Filters): boolean {
  return maxPrincipal !== undefined || maxApr !== undefined || days !== undefined || isMineOnly
}

const COMPARE: Record<Order, (a: Offer, b: Offer) => number> = {
  newest: () => 0,
  lowestApr: (a, b) => a.apr - b.apr,
  largest: (a, b) => compare(b.principal, a.principal),
  shortest: (a, b) => a.duration - b.duration,
}

/** A sorted copy. Ties: the newest, which has the highest id, first. */
export function sorted(items: readonly Item<Offer>[], order: Order): Item<Offer>[] {
  return items.toSorted(({ loan: a }, { loan: b }) => COMPARE[order](a, b) || compare(b.id, a.id))
}

/** The offers that match the filters, in their order. */
export function select(items: readonly Item<Offer>[], filters: Filters, me: Address): Item<Offer>[] {
  return sorted(
    items.filter(({ loan }) => matches(loan, filters, me)),
    filters.order,
  )
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
