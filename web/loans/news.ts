import { daysLeft, dueState } from './due.ts'
import type { Row } from './loan.ts'

/** My loans in short, as the dashboard reads them. */
export type OwnRows = { lent: readonly Row[]; borrowed: readonly Row[]; requested: readonly Row[] }

/** What was last seen of the loans that can still change. Ended ones cannot bring news. */
export type Snapshot = {
  /** Unix seconds, by the chain's clock. */
  at: number
  block: bigint
  loans: ReadonlyMap<bigint, Seen>
}

type Seen = Pick<Row, 'status' | 'owed' | 'nextDue' | 'dueAt'>

export type News = {
  kind: /** Somebody took my offer, paid me, lent what I asked for, gave me time, forgave me. */
    | 'taken'
    | 'paid'
    | 'funded'
    | 'moreTime'
    | 'forgiven'
    /** A payment of mine is due within three days, or late; one that I am owed is late. */
    | 'dueSoon'
    | 'overdue'
    | 'owedLate'
  /** As the dashboard has it now. */
  row: Row
  /** What was paid. */
  amount?: bigint
}

/** What I did to a loan since a block: how much I noted as received elsewhere. */
type Noted = (id: bigint, since: bigint) => bigint

export function snapshotOf({ lent, borrowed, requested }: OwnRows, at: number, block: bigint): Snapshot {
  const rows = [...requested, ...borrowed, ...lent].filter(({ status }) => isUnended(status))
  return { at, block, loans: new Map(rows.map(({ id, status, owed, nextDue, dueAt }) => [id, { status, owed, nextDue, dueAt }])) }
}

/**
 * What others did to my loans between two readings, and what became due. Of my own acts only a payment that I noted looks like
 * somebody else's; `noted` tells those that this device knows of. What a reorganisation took back is no difference any more.
 */
export function newsBetween(before: Snapshot, { lent, borrowed, requested }: OwnRows, now: number, noted: Noted): News[] {
  const changed = (rows: readonly Row[], look: (row: Row, seen: Seen) => News | undefined) =>
    rows.flatMap((row) => {
      const seen = before.loans.get(row.id)
      const found = seen && look(row, seen)
      return found ? [found] : []
    })
  const isTaken = ({ status }: Row) => status === 'active' || status === 'repaid' || status === 'forgiven'
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

export function keyOf({ kind, row }: News): string {
  return `${kind} ${row.id}`
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

export function encodeSnapshot({ at, block, loans }: Snapshot): string {
  const listed = [...loans].map(([id, { status, owed, nextDue, dueAt }]) => [String(id), status, String(owed), nextDue, dueAt])
  return JSON.stringify({ version: VERSION, at, block: String(block), loans: listed })
}

/** Undefined for anything that encodeSnapshot could not have written: then nothing is known, and nothing is news. */
export function decodeSnapshot(text: string | undefined): Snapshot | undefined {
  try {
    const { version, at, block, loans } = JSON.parse(text ?? '')
    if (version !== VERSION || !isSeconds(at) || !isNatural(block) || !Array.isArray(loans) || loans.length > MAX_LOANS) {
      return undefined
    }
    const seen = new Map<bigint, Seen>()
    for (const [id, status, owed, nextDue, dueAt] of loans) {
      if (!isNatural(id) || !isUnended(status) || !isNatural(owed) || !isSeconds(nextDue) || !isSeconds(dueAt)) return undefined
      seen.set(BigInt(id), { status, owed: BigInt(owed), nextDue, dueAt })
    }
    return { at, block: BigInt(block), loans: seen }
  } catch {
    return undefined
  }
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isNatural(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,40}$/.test(value)
}
