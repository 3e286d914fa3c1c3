import type { Address, ContractFunctionReturnType } from 'viem'
import { cleanNote } from '../../loans/cleanText.ts'
import { limits, MAX_HISTORY } from '../../loans/limits.ts'
import { type Item, type Loan, NOBODY, type Person, type PersonRecord, type Row, STATUSES, unpaidIn } from '../../loans/loan.ts'
import type { Dollars, Wei } from '../../loans/units.ts'
import type { loanLensAbi } from '../abi.ts'

type RawDashboard = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'dashboard'>
export type RawItem = RawDashboard['openOffers']['items'][number]
type RawRow = RawDashboard['lent']['rows'][number]
type RawPerson = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'personOf'>

// Not limits of the contract, but generous bounds: any number within them can be drawn.
export const MAX_TIMESTAMP = 2n ** 34n
const TIMESTAMP = { min: 0n, max: MAX_TIMESTAMP }
const AMOUNT = { min: 0n, max: limits.principal.max * 1000n }
/** Ids have 32 bits. */
const MAX_COUNT = 2 ** 32 - 1
const COUNT = { min: 0n, max: BigInt(MAX_COUNT) }
const MAX_REPAID_DOLLARS = 2 ** 32 - 1
const SAFE_INTEGER = { min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) }
/** Bounds of a balance, of ether or of a token. */
const BALANCE = { min: 0n, max: 2n ** 128n - 1n }

/** Record of somebody who took no loan, or whose record was not asked for. */
export const EMPTY_RAW_RECORD: RawItem['record'] = { taken: 0n, repaid: 0n, repaidLate: 0n, forgiven: 0n, repaidDollars: 0n }

/**
 * Validates and decodes a loan from the chain; nothing else does. Treats every field as hostile: the result is safe to
 * draw, and a value that the contract could not have written throws with the facts.
 */
export function decodeLoan({ id, loan, comment, record }: RawItem): Item {
  const refuse = refuserOf(id)
  const person = (address: Address) => (address === NOBODY ? undefined : address)
  const status = STATUSES[loan.status] ?? refuse(`unknown status ${loan.status}`)
  const terms = {
    id,
    principal: within(refuse, 'principal', loan.principal, limits.principal),
    apr: Number(within(refuse, 'apr', loan.apr, limits.apr)),
    duration: Number(within(refuse, 'duration', loan.duration, limits.duration)),
    instalments: Number(within(refuse, 'instalments', loan.instalments, limits.instalments)),
    note: cleanNote(comment),
    demo: false,
  }
  const lender = () => person(loan.lender) ?? refuse('no lender')
  const borrower = () => person(loan.borrower) ?? refuse('no borrower')
  const openUntil = Number(within(refuse, 'expiry', loan.openUntil, TIMESTAMP)) || undefined
  const decode = (): Loan => {
    switch (status) {
      case 'open':
        return { ...terms, status, lender: lender(), borrower: person(loan.borrower), openUntil }
      case 'requested':
        return { ...terms, status, lender: person(loan.lender), borrower: borrower(), openUntil }
      case 'active':
      case 'repaid':
      case 'forgiven':
        return {
          ...terms,
          status,
          lender: lender(),
          borrower: borrower(),
          startedAt: Number(within(refuse, 'start', loan.startTs, { ...TIMESTAMP, min: 1n })),
          dueAt: Number(within(refuse, 'due date', loan.dueTs, { ...TIMESTAMP, min: 1n })),
          repaid: within(refuse, 'repaid', loan.repaid, AMOUNT),
          noted: within(refuse, 'noted', loan.noted, { min: 0n, max: loan.repaid }),
        }
      case 'cancelled':
        return { ...terms, status, lender: person(loan.lender), borrower: person(loan.borrower), openUntil }
    }
  }
  return {
    loan: decode(),
    record: decodeRecord(record),
  }
}

/** Numbers that the contract could not have given are cut to those that it could, here and in decodePerson. */
function decodeRecord(raw: RawItem['record']): PersonRecord {
  const taken = atMost(MAX_COUNT, raw.taken)
  const repaid = atMost(taken, raw.repaid)
  return {
    taken,
    repaid,
    repaidLate: atMost(repaid, raw.repaidLate),
    forgiven: atMost(taken - repaid, raw.forgiven),
    repaidDollars: atMost(MAX_REPAID_DOLLARS, raw.repaidDollars),
  }
}

export function decodePerson(raw: RawPerson): Person {
  const record = decodeRecord(raw.record)
  const examined = atMost(record.taken, raw.examined)
  const active = atMost(unpaidIn(record), raw.active)
  const lent = atMost(MAX_HISTORY, raw.lent)
  return {
    record,
    examined,
    lenders: atMost(examined, raw.lenders),
    active,
    overdue: atMost(active, raw.overdue),
    lent,
    borrowers: atMost(lent, raw.borrowers),
  }
}

export function decodeRow({ id, status, owed, nextDue, dueTs }: RawRow): Row {
  const refuse = refuserOf(id)
  return {
    id,
    status: STATUSES[status] ?? refuse(`unknown status ${status}`),
    owed: within(refuse, 'owed', owed, AMOUNT),
    nextDue: Number(within(refuse, 'next due date', nextDue, TIMESTAMP)),
    dueAt: Number(within(refuse, 'due date', dueTs, TIMESTAMP)),
  }
}

function refuserOf(id: bigint): (what: string) => never {
  return (what) => {
    throw new Error(`Loan ${id} has ${what}`)
  }
}

type Range = { min: bigint; max: bigint }

function within(refuse: (what: string) => never, what: string, value: bigint, { min, max }: Range): bigint {
  return value >= min && value <= max ? value : refuse(`${what} ${value}`)
}

function atMost(most: number, value: bigint): number {
  return Math.min(most, Number(value))
}

const refuseAnswer = (what: string): never => {
  throw new Error(`The node's answer has ${what}`)
}

/** The numbers of an answer that belong to no loan: what cannot be right throws, and the whole answer is refused. */
export const decodeNumber = {
  timestamp: (value: bigint) => Number(within(refuseAnswer, 'timestamp', value, TIMESTAMP)),
  blockNumber: (value: bigint) => within(refuseAnswer, 'block number', value, SAFE_INTEGER),
  chainId: (value: bigint) => Number(within(refuseAnswer, 'chain id', value, SAFE_INTEGER)),
  length: (value: bigint) => Number(within(refuseAnswer, 'length', value, COUNT)),
  /** Where the page after the one below `before` begins; 0: there is none. One that does not go down would never end. */
  next: (value: bigint, before: bigint) => {
    if (value === before) return 0
    const next = within(refuseAnswer, 'next page', value, COUNT)
    return next < before ? Number(next) : 0
  },
  wei: (value: bigint): Wei => within(refuseAnswer, 'balance', value, BALANCE),
  dollars: (value: bigint): Dollars => within(refuseAnswer, 'balance', value, BALANCE),
}

/** Entries of a list that could be decoded, and why the others could not, one sentence each. */
export type Decoded<T> = { items: T[]; refused: string[] }

export function decodeAll<Raw, T>(list: readonly Raw[], decode: (raw: Raw) => T): Decoded<T> {
  const decoded: Decoded<T> = { items: [], refused: [] }
  for (const raw of list) {
    try {
      decoded.items.push(decode(raw))
    } catch (error) {
      decoded.refused.push(error instanceof Error ? error.message : String(error))
    }
  }
  return decoded
}
