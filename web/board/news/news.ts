import { firstUnfinal } from '../../chain/node/finalBlocks.ts'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import { blockMsOf } from '../../chains.ts'
import type { Arrival } from '../../loans/activity.ts'
import { daysLeft, dueState } from '../../loans/due.ts'
import { isTakenStatus, type Proposal, type Row } from '../../loans/loan.ts'
import type { SignedPayment, SignedRequest } from '../../loans/signed.ts'
import { totalOf } from '../../loans/terms.ts'
import { isMinimal } from '../../loans/transfer.ts'
import type { Dollars } from '../../loans/units.ts'

/** My loans in short, what only I may take, and what I signed for others to send, as the dashboard reads them. */
export type OwnRows = {
  lent: readonly Row[]
  borrowed: readonly Row[]
  requested: readonly Row[]
  forMe: readonly Proposal[]
  /** My requests by link, used or not, and my payments by link that were collected. */
  asked: readonly SignedRequest[]
  collected: readonly SignedPayment[]
}

/** Snapshot of the loans that can still change, as last seen. Ended ones cannot bring news. */
export type Snapshot = {
  /** Unix seconds, by the chain's clock. */
  at: number
  block: bigint
  loans: ReadonlyMap<bigint, Seen>
  /** The newest id of what only I may take, 0 where there was nothing. Undefined: nobody looked yet. */
  forMe?: bigint | undefined
  /** Numbers of payments of mine whose collection was seen. Undefined: nobody looked yet. */
  payments?: readonly string[] | undefined
  /** Undefined: nothing was searched for yet. */
  arrivals?: Watch | undefined
}

/** How far dollars that others sent were searched for. */
export type Watch = {
  /** My balance then: while it stays, there is nothing to search for. */
  dollars: Dollars
  /** The first block to search next. */
  from: bigint
  /** Keys of arrivals already told: blocks that are searched again do not tell them twice. */
  told: readonly string[]
}

type Seen = Pick<Row, 'status' | 'owed' | 'nextDue' | 'dueAt'>

export type News = LoanNews | ProposalNews | ArrivalNews

/** Somebody offers me a loan, or asks me for one. */
export type ProposalNews = { kind: 'offered' | 'asked'; loan: Proposal }

export type ArrivalNews = { kind: 'arrived' } & Arrival

export type LoanNews = {
  kind: /** Somebody took my offer, paid me, lent what I asked for, collected what I signed, gave me time, forgave me. */
    | 'taken'
    | 'paid'
    | 'funded'
    | 'collected'
    | 'moreTime'
    | 'forgiven'
    /** A payment of mine is due within three days, or late; one that I am owed is late. */
    | 'dueSoon'
    | 'overdue'
    | 'owedLate'
  /** As the dashboard has it now. */
  row: Row
  /** Amount paid, where the kind is `paid` or `collected`. */
  amount?: Dollars
}

/** Amount that I noted on a loan since a block, as received elsewhere, or collected of it. */
type Noted = (id: bigint, since: bigint) => Dollars

/** Most payments that are remembered. */
const MAX_PAYMENTS = 200

/** `before`: the last one, whose payments are remembered: those of an answer may not all be read yet. */
export function snapshotOf(own: OwnRows, at: number, block: bigint, arrivals?: Watch, before?: Snapshot): Snapshot {
  const { lent, borrowed, requested, forMe, collected } = own
  const rows = [...requested, ...borrowed, ...lent].filter(({ status }) => isUnended(status))
  const loans = new Map(rows.map(({ id, status, owed, nextDue, dueAt }) => [id, { status, owed, nextDue, dueAt }]))
  const payments = [...new Set([...collected.map(numberOf), ...(before?.payments ?? [])])]
  return { at, block, loans, forMe: newestOf(forMe), payments: payments.slice(0, MAX_PAYMENTS), arrivals }
}

type At = Pick<Book, 'blockNumber' | 'chainId'>

/** No node that lags behind by more is used. */
const MAX_LAG_MS = 3_600_000

/**
 * Snapshot to compare with an answer of a block. Undefined where that node lags: changes that it has not seen yet would be told
 * twice. A snapshot much further ahead is the lie of some node, and would end all news: its block is put back.
 */
export function comparable(seen: Snapshot, { blockNumber: block, chainId }: At): Snapshot | undefined {
  if (seen.block <= block) return seen
  if (seen.block <= block + BigInt(Math.round(MAX_LAG_MS / blockMsOf(chainId)))) return undefined
  const final = firstUnfinal(block)
  const { arrivals } = seen
  return { ...seen, block, arrivals: arrivals && { ...arrivals, from: arrivals.from < final ? arrivals.from : final } }
}

/** Most keys that `told` keeps. */
const MAX_TOLD = 100

/**
 * News of the dollars found from `watch.from` up to a block, and the watch to go on with. What is minimal is no news, unless
 * `isKnown` says so of whom it is from.
 */
export function newArrivals(
  watch: Watch,
  found: readonly Arrival[],
  { dollars, block, isKnown }: { dollars: Dollars; block: bigint; isKnown: (person: string) => boolean },
) {
  const news = found.flatMap((arrival): ArrivalNews[] =>
    isMinimal(arrival.amount) && !isKnown(arrival.person) ? [] : [{ kind: 'arrived', ...arrival }],
  )
  const final = firstUnfinal(block)
  const told = [...new Set([...news.map(keyOf), ...watch.told])]
  const from = final > watch.from ? final : watch.from
  return {
    news: news.filter((one) => !watch.told.includes(keyOf(one))),
    // Keys beyond the limit are dropped, and would be told again: then the newest blocks are not searched again.
    next: { dollars, from: told.length > MAX_TOLD ? block + 1n : from, told: told.slice(0, MAX_TOLD) },
  }
}

/** Offers and requests to me between two readings. Only a part is read: an older one that comes into view is no news. */
export function newForMe({ forMe: seen }: Snapshot, { forMe }: OwnRows): ProposalNews[] {
  if (seen === undefined) return []
  return proposalNews(forMe.filter(({ id }) => id > seen))
}

/** Also at a first visit: what waits for me there is news to me. */
export function proposalNews(forMe: readonly Proposal[]): ProposalNews[] {
  return forMe.map((loan) => ({ kind: loan.status === 'open' ? 'offered' : 'asked', loan }))
}

/**
 * News of my loans between two readings: acts of others, and payments now due. Of my own acts only a payment that I noted or
 * collected looks like somebody else's; `noted` tells the ones this device knows of. Acts that a reorganisation undid leave no
 * difference.
 */
export function newsBetween(before: Snapshot, own: OwnRows, now: number, noted: Noted): LoanNews[] {
  const { lent, borrowed, requested, asked } = own
  const changed = (rows: readonly Row[], look: (row: Row, seen: Seen) => LoanNews | undefined) =>
    rows.flatMap((row) => {
      const seen = before.loans.get(row.id)
      const found = seen && look(row, seen)
      return found ? [found] : []
    })
  const isTaken = ({ status }: Row) => isTakenStatus(status)
  const becameDue = (row: Row, seen: Seen, state: 'soon' | 'overdue') => {
    if (row.status !== 'active' || stateOf(row, now) !== state) return false
    return seen.status !== 'active' || seen.nextDue !== row.nextDue || stateOf(row, before.at) !== state
  }
  return [
    ...changed(lent, (row, seen) => (seen.status === 'open' && isTaken(row) ? { kind: 'taken', row } : undefined)),
    ...changed(lent, (row, seen) => {
      if (seen.status !== 'active' || (row.status !== 'active' && row.status !== 'repaid')) return undefined
      const amount = seen.owed - row.owed - noted(row.id, before.block)
      return amount > 0n ? { kind: 'paid', row, amount } : undefined
    }),
    ...changed(requested, (row, seen) => (seen.status === 'requested' && isTaken(row) ? { kind: 'funded', row } : undefined)),
    ...borrowed.flatMap((row): LoanNews[] =>
      !before.loans.has(row.id) && asked.some((request) => isLoanOf(request, row, before.at)) ? [{ kind: 'funded', row }] : [],
    ),
    ...borrowed.flatMap((row) => collectedOf(before, row, own)),
    ...changed(borrowed, (row, seen) =>
      seen.status === 'active' && row.status === 'active' && row.dueAt > seen.dueAt ? { kind: 'moreTime', row } : undefined,
    ),
    ...changed(borrowed, (row, seen) =>
      seen.status === 'active' && row.status === 'forgiven' ? { kind: 'forgiven', row } : undefined,
    ),
    ...changed(borrowed, (row, seen) => (becameDue(row, seen, 'overdue') ? { kind: 'overdue', row } : undefined)),
    ...changed(borrowed, (row, seen) => (becameDue(row, seen, 'soon') ? { kind: 'dueSoon', row } : undefined)),
    ...changed(lent, (row, seen) => (becameDue(row, seen, 'overdue') ? { kind: 'owedLate', row } : undefined)),
  ]
}

/** Whether a loan that was not seen is what was asked for by link: it never was in my list of requests. */
function isLoanOf(request: SignedRequest, { status, owed, dueAt }: Row, since: number): boolean {
  const startedAt = dueAt - request.duration
  if (startedAt > request.until) return false
  if (status === 'active') return owed === totalOf({ ...request, demo: false })
  // Snapshots forget loans that have ended, so that only its beginning tells that it is new.
  return isTakenStatus(status) && startedAt > since
}

/** The payments of a loan that were collected since. */
function collectedOf({ payments }: Snapshot, row: Row, { collected }: OwnRows): LoanNews[] {
  const isFresh = (payment: SignedPayment) => payments?.includes(numberOf(payment)) === false
  const fresh = collected.filter((payment) => payment.loanId === row.id && isFresh(payment))
  const amount = fresh.reduce((sum, payment) => sum + payment.amount, 0n)
  return amount > 0n ? [{ kind: 'collected', row, amount }] : []
}

function numberOf({ number }: SignedPayment): string {
  return String(number)
}

function newestOf(proposals: readonly Proposal[]): bigint {
  return proposals.reduce((newest, { id }) => (id > newest ? id : newest), 0n)
}

export function keyOf(news: News): string {
  if (news.kind === 'arrived') return `${news.hash} ${news.person}`
  return `${news.kind} ${'loan' in news ? news.loan.id : news.row.id}`
}

function stateOf({ nextDue }: Row, now: number) {
  return dueState(daysLeft({ dueAt: nextDue }, now))
}

const UNENDED = ['open', 'requested', 'active'] as const

function isUnended(status: unknown): status is (typeof UNENDED)[number] {
  return UNENDED.some((one) => one === status)
}

const VERSION = 1
/** Three lists of the dashboard's length, several times over. */
const MAX_LOANS = 20_000

export function encodeSnapshot({ at, block, loans, forMe, payments, arrivals }: Snapshot): string {
  const listed = [...loans].map(([id, { status, owed, nextDue, dueAt }]) => [String(id), status, String(owed), nextDue, dueAt])
  const watch = arrivals && { dollars: String(arrivals.dollars), from: String(arrivals.from), told: arrivals.told }
  return JSON.stringify({
    version: VERSION,
    at,
    block: String(block),
    loans: listed,
    forMe: forMe?.toString(),
    payments,
    arrivals: watch,
  })
}

/** Undefined for anything that encodeSnapshot could not have written: then nothing is known, and nothing is news. */
export function decodeSnapshot(text: string | undefined): Snapshot | undefined {
  try {
    const { version, at, block, loans, forMe, payments, arrivals } = JSON.parse(text ?? '')
    if (version !== VERSION || !isSeconds(at) || !isNatural(block) || !Array.isArray(loans) || loans.length > MAX_LOANS) {
      return undefined
    }
    const seen = new Map<bigint, Seen>()
    for (const [id, status, owed, nextDue, dueAt] of loans) {
      if (!isNatural(id) || !isUnended(status) || !isNatural(owed) || !isSeconds(nextDue) || !isSeconds(dueAt)) return undefined
      seen.set(BigInt(id), { status, owed: BigInt(owed), nextDue, dueAt })
    }
    return {
      at,
      block: BigInt(block),
      loans: seen,
      forMe: decodeId(forMe),
      payments: decodeNumbers(payments),
      arrivals: decodeWatch(arrivals),
    }
  } catch {
    return undefined
  }
}

/** Undefined where there is none, as in texts that were written before proposals were told. Throws a TypeError. */
function decodeId(value: unknown): bigint | undefined {
  if (value === undefined) return undefined
  if (!isNatural(value)) throw new TypeError('Not an id')
  return BigInt(value)
}

/** Undefined where there are none, as in texts that were written before payments by link. Throws a TypeError. */
function decodeNumbers(value: unknown): string[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length > MAX_PAYMENTS || !value.every(isNumber)) throw new TypeError('Not numbers')
  return value
}

/** Undefined where there is none, as in texts that were written before dollars were watched. Throws a TypeError. */
function decodeWatch(value: unknown): Watch | undefined {
  if (value === undefined) return undefined
  const { dollars, from, told } = value as Record<string, unknown>
  const isTold = Array.isArray(told) && told.length <= MAX_TOLD && told.every((key) => typeof key === 'string')
  if (!isNatural(dollars) || !isNatural(from) || !isTold) throw new TypeError('Not a watch')
  return { dollars: BigInt(dollars), from: BigInt(from), told }
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** A decimal number of as many digits as 256 bits have. */
function isNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,78}$/.test(value)
}

function isNatural(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,40}$/.test(value)
}
