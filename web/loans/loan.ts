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
  /** An example that stands in the code: its buttons only speak. */
  demo: boolean
}

type Taken = {
  borrower: Address
  /** Unix seconds. The second of dueAt is still on time. */
  dueAt: number
  repaid: bigint
}

/** An offer, taken by nobody yet. With a borrower: only that one may take it. */
export type Offer = Terms & { status: 'open'; borrower: Address | undefined }
export type ActiveLoan = Terms & Taken & { status: 'active' }
export type RepaidLoan = Terms & Taken & { status: 'repaid' }
type CancelledOffer = Terms & { status: 'cancelled' }

/** A loan says what it is: an open offer has no due date to show. */
export type Loan = Offer | ActiveLoan | RepaidLoan | CancelledOffer

/** What a person did with the loans they took, and how many offers they published. */
export type PersonRecord = { taken: number; repaid: number; repaidLate: number; offered: number }

/** A loan and what is known of the person on its other side. `pending`: something that I asked for, not in the chain yet. */
export type Item<L extends Loan = Loan> = { loan: L; record: PersonRecord; pending?: Command | undefined }

export const DOLLAR = 1_000_000n
export const DAY = 86_400
