import { DAY, type Item, type Offer } from './loan.ts'

export const TERMS = [15, 30, 60, 90] as const
export const ORDERS = ['newest', 'lowestApr', 'largest', 'shortest'] as const

export type Order = (typeof ORDERS)[number]

/** What a person wants to see of the marketplace. Undefined: any. */
export type Filters = {
  /** Millionths of a dollar. */
  maxPrincipal: bigint | undefined
  /** Hundredths of a percent. */
  maxApr: number | undefined
  days: (typeof TERMS)[number] | undefined
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

export function offerKind({ demo, lender, borrower }: Offer, me: string): OfferKind {
  if (demo) return 'demo'
  if (isSame(lender, me)) return 'own'
  return isSame(borrower, me) ? 'addressed' : 'public'
}

export function isOffer(item: Item): item is Item<Offer> {
  return item.loan.status === 'open'
}

/** The term as a card says it: whole days, never more than there are. */
export function wholeDays(duration: number): number {
  return Math.floor(duration / DAY)
}

export function matches(offer: Offer, { maxPrincipal, maxApr, days, isMineOnly }: Filters, me: string): boolean {
  return (
    (maxPrincipal === undefined || offer.principal <= maxPrincipal) &&
    (maxApr === undefined || offer.apr <= maxApr) &&
    (days === undefined || wholeDays(offer.duration) === days) &&
    (!isMineOnly || offerKind(offer, me) === 'own')
  )
}

/** Whether something may be left out. The order alone leaves nothing out. */
export function isFiltered({ maxPrincipal, maxApr, days, isMineOnly }: Filters): boolean {
  return maxPrincipal !== undefined || maxApr !== undefined || days !== undefined || isMineOnly
}

const COMPARE: Record<Order, (a: Offer, b: Offer) => number> = {
  newest: () => 0,
  lowestApr: (a, b) => a.apr - b.apr,
  largest: (a, b) => compare(b.principal, a.principal),
  shortest: (a, b) => a.duration - b.duration,
}

/** A new list. Among equals the newest, which has the highest id, comes first. */
export function sorted(items: readonly Item<Offer>[], order: Order): Item<Offer>[] {
  return items.toSorted(({ loan: a }, { loan: b }) => COMPARE[order](a, b) || compare(b.id, a.id))
}

/** What of the marketplace a person with these filters sees, in their order. */
export function select(items: readonly Item<Offer>[], filters: Filters, me: string): Item<Offer>[] {
  return sorted(
    items.filter(({ loan }) => matches(loan, filters, me)),
    filters.order,
  )
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function isSame(address: string | undefined, me: string): boolean {
  return me !== '' && address?.toLowerCase() === me.toLowerCase()
}
