import type { Address } from 'viem'
import type { Command } from './command.ts'

type Terms = {
  id: bigint
  lender: Address
  /** Millionths of a dollar. */
  principal: bigint
  /** Hundredths of a percent. */
  apr: number
  /** Seconds. */
  duration: number
  note: string
  /** An example written into the code: its buttons only show a notice. */
  demo: boolean
}

type Taken = {
  borrower: Address
  /** Unix seconds. The second of dueAt is still on time. */
  dueAt: number
  repaid: bigint
}

/** An offer that nobody has taken yet. With a borrower: only that one may take it. */
export type Offer = Terms & { status: 'open'; borrower: Address | undefined }
export type ActiveLoan = Terms & Taken & { status: 'active' }
type RepaidLoan = Terms & Taken & { status: 'repaid' }
type CancelledOffer = Terms & { status: 'cancelled' }

/** A loan that somebody took, paid back or not. */
export type TakenLoan = ActiveLoan | RepaidLoan

/** A union by status: an open offer has no due date to show. */
export type Loan = Offer | TakenLoan | CancelledOffer

/** What a person did with the loans they took, and how many offers they published. */
export type PersonRecord = { taken: number; repaid: number; repaidLate: number; offered: number }

export const NO_RECORD: PersonRecord = { taken: 0, repaid: 0, repaidLate: 0, offered: 0 }

/** A loan with the record of the person on its other side. `pending`: my own command on it that is not in the chain yet. */
export type Item<L extends Loan = Loan> = { loan: L; record: PersonRecord; pending?: Command | undefined }

export function isOffer(item: Item): item is Item<Offer> {
  return item.loan.status === 'open'
}

export function isTaken(item: Item): item is Item<TakenLoan> {
  return item.loan.status === 'active' || item.loan.status === 'repaid'
}

export function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

/** The zero address. The contract takes it as the borrower of an offer that anyone may take. */
export const NOBODY: Address = '0x0000000000000000000000000000000000000000'

/** In millionths of a dollar, the token's smallest unit. */
export const DOLLAR = 1_000_000n
export const CENT = DOLLAR / 100n

/** In seconds. */
export const DAY = 86_400
