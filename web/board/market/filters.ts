import type { Address } from 'viem'
import { addresseeOf, DAY, isSameAddress, type Proposal, type ProposalKind, proposerOf } from '../../loans/loan.ts'
import { type TERM_DAYS, wholeDays } from '../../loans/terms.ts'
import type { Dollars } from '../../loans/units.ts'
import { type PlainNames, searchFor } from '../../people/search.ts'

export type Order = 'newest' | 'lowestApr' | 'highestApr' | 'largest' | 'shortest'

/** The orders to choose from: who lends may look for the highest interest, who borrows does not. */
export const ORDERS: Record<ProposalKind, readonly Order[]> = {
  offer: ['newest', 'lowestApr', 'largest', 'shortest'],
  request: ['newest', 'highestApr', 'lowestApr', 'largest', 'shortest'],
}

/** Filters and order of the marketplace. Undefined: any. */
export type Filters = {
  kind: ProposalKind
  /** As typed: words of the note, a part of the proposer's address, an amount. */
  words: string
  maxPrincipal: Dollars | undefined
  /** Hundredths of a percent. */
  maxApr: number | undefined
  days: (typeof TERM_DAYS)[number] | undefined
  isMineOnly: boolean
  order: Order
}

export const NO_FILTERS: Filters = {
  kind: 'offer',
  words: '',
  maxPrincipal: undefined,
  maxApr: undefined,
  days: undefined,
  isMineOnly: false,
  order: 'newest',
}

/** The same filters for the other kind. An order that it does not have gives way to the first. */
export function withKind(filters: Filters, kind: ProposalKind): Filters {
  return { ...filters, kind, order: ORDERS[kind].includes(filters.order) ? filters.order : NO_FILTERS.order }
}

/** Relation of an offer or a request to the person who looks at it. */
export type Relation = 'demo' | 'own' | 'addressed' | 'public'

export function relationTo(me: Address, loan: Proposal): Relation {
  if (loan.demo) return 'demo'
  if (isSameAddress(proposerOf(loan), me)) return 'own'
  return isSameAddress(addresseeOf(loan), me) ? 'addressed' : 'public'
}

type Admits = (loan: Proposal) => boolean

/** Filters that are set: they alone can hide something. By name, so that another filter does not compile without its line. */
function setFilters({ words, maxPrincipal, maxApr, days, isMineOnly }: Filters) {
  const admits: Record<keyof Omit<Filters, 'kind' | 'order'>, false | ((me: Address, names?: PlainNames) => Admits)> = {
    words: words.trim() !== '' && ((_, names) => searchFor(words, names)),
    maxPrincipal: maxPrincipal !== undefined && (() => (loan) => loan.principal <= maxPrincipal),
    maxApr: maxApr !== undefined && (() => (loan) => loan.apr <= maxApr),
    days: days !== undefined && (() => (loan) => wholeDays(loan.duration) === days),
    isMineOnly: isMineOnly && ((me) => (loan) => relationTo(me, loan) === 'own'),
  }
  return Object.values(admits).filter((filter) => filter !== false)
}

/** A question to ask of many offers or requests. */
export function matching(filters: Filters, me: Address, names?: PlainNames): Admits {
  const all = setFilters(filters).map((filter) => filter(me, names))
  return (loan) => all.every((admits) => admits(loan))
}

/** Whether these filters can hide something. The order alone hides none. */
export function isFiltered(filters: Filters): boolean {
  return setFilters(filters).length > 0
}

/** How many filters are set, besides the words that are searched for. */
export function setCount(filters: Filters): number {
  return setFilters({ ...filters, words: '' }).length
}

/** Whether all must be read to show these, and not just the newest. */
export function isSearch(filters: Filters): boolean {
  return isFiltered(filters) || filters.order !== NO_FILTERS.order
}

const COMPARE: Record<Order, (a: Proposal, b: Proposal) => number> = {
  newest: () => 0,
  lowestApr: (a, b) => a.apr - b.apr,
  highestApr: (a, b) => b.apr - a.apr,
  largest: (a, b) => compare(b.principal, a.principal),
  shortest: (a, b) => a.duration - b.duration,
}

/** A sorted copy. Ties: the newest, which has the highest id, first. */
export function sorted<T extends { loan: Proposal }>(items: readonly T[], order: Order): T[] {
  return [...items].sort(({ loan: a }, { loan: b }) => COMPARE[order](a, b) || compare(b.id, a.id))
}

/** Proposals that match the filters, in their order. */
export function select<T extends { loan: Proposal }>(
  items: readonly T[],
  filters: Filters,
  me: Address,
  names?: PlainNames,
): T[] {
  const isMatch = matching(filters, me, names)
  return sorted(
    items.filter(({ loan }) => isMatch(loan)),
    filters.order,
  )
}

/**
 * For how many more days it can be taken: rounded up, so that one of 30 days does not read 29 at once; 0 on the last day, below 0
 * once it has expired, undefined if it has no end.
 */
export function daysOpen({ openUntil }: Proposal, now: number): number | undefined {
  if (openUntil === undefined) return undefined
  const left = openUntil - now
  return left < 0 ? -1 : left < DAY ? 0 : Math.ceil(left / DAY)
}

export function hasExpired(loan: Proposal, now: number): boolean {
  return (daysOpen(loan, now) ?? 0) < 0
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
