import type { Address } from 'viem'
import type { Dollars } from './units.ts'

type Terms = {
  id: bigint
  principal: Dollars
  /** Hundredths of a percent. */
  apr: number
  /** Seconds. */
  duration: number
  /** How many equal payments were agreed, at equal distances. */
  instalments: number
  note: string
  /** An example written into the code: its buttons only show a notice. */
  demo: boolean
}

type Taken = {
  lender: Address
  borrower: Address
  /** When the money changed hands, in unix seconds. */
  startedAt: number
  /** Unix seconds. The second of dueAt is still on time. */
  dueAt: number
  repaid: Dollars
  /** The part of `repaid` that the lender recorded. */
  noted: Dollars
}

/** The last second in which it can be taken, in unix seconds; undefined: until it is cancelled. */
type Expiring = { openUntil: number | undefined }

/** An offer that nobody has taken yet. With a borrower: only that one may take it. */
export type Offer = Terms & Expiring & { status: 'open'; lender: Address; borrower: Address | undefined }
/** A request that nobody has funded yet. With a lender: only that one may fund it. */
export type Request = Terms & Expiring & { status: 'requested'; lender: Address | undefined; borrower: Address }
/** Offer or request that nobody has taken yet. */
export type Proposal = Offer | Request
export type ProposalKind = 'offer' | 'request'
export type ActiveLoan = Terms & Taken & { status: 'active' }
type RepaidLoan = Terms & Taken & { status: 'repaid' }
type ForgivenLoan = Terms & Taken & { status: 'forgiven' }
/** An offer or request that its owner withdrew, or anyone after it had expired. */
type Cancelled = Terms & Expiring & { status: 'cancelled'; lender: Address | undefined; borrower: Address | undefined }

/** A loan that somebody took, whatever became of it. */
export type TakenLoan = ActiveLoan | RepaidLoan | ForgivenLoan

/** The side of a loan that I am on: I lent it, or I borrowed it. */
export type Side = 'lent' | 'borrowed'

/** A union by status: an open offer has no due date to show. */
export type Loan = Proposal | TakenLoan | Cancelled

/** By the number that the contract gives. */
export const STATUSES = [undefined, 'open', 'active', 'repaid', 'cancelled', 'requested', 'forgiven'] as const satisfies (
  | Loan['status']
  | undefined
)[]

/** A loan of one's own in short, as it is known of all of them. `nextDue`: of the next unpaid instalment, in unix seconds. */
export type Row = { id: bigint; status: Loan['status']; owed: Dollars; nextDue: number; dueAt: number }

/** Record of a person as a borrower, in loans that they took. */
export type PersonRecord = {
  taken: number
  repaid: number
  /** Those among the repaid ones that were late. */
  repaidLate: number
  /** Before the principal was repaid: neither repaid nor owed any more. */
  forgiven: number
  /** The part of the principal that came back through the contract, without interest and without what was paid elsewhere. */
  repaidDollars: number
}

export const NO_RECORD: PersonRecord = { taken: 0, repaid: 0, repaidLate: 0, forgiven: 0, repaidDollars: 0 }

/** How many loans of a record are still owed. */
export function unpaidIn({ taken, repaid, forgiven }: PersonRecord): number {
  return taken - repaid - forgiven
}

/** Record of a person as a borrower, and what their loans tell. */
export type Person = {
  record: PersonRecord
  /** How many different people lent them the newest loans, `examined` of them. */
  examined: number
  lenders: number
  /** How many unpaid loans were looked at, and how many of those are overdue now. Older ones may lie too deep. */
  active: number
  overdue: number
  /** As a lender: how many of the newest MAX_HISTORY loans that they offered or funded were taken, and by how many people. */
  lent: number
  borrowers: number
}

/** A loan with the record of the person on its other side. */
export type Item<L extends Loan = Loan> = { loan: L; record: PersonRecord }

export function isOffer(item: Item): item is Item<Offer> {
  return item.loan.status === 'open'
}

export function isRequest(item: Item): item is Item<Request> {
  return item.loan.status === 'requested'
}

export function isProposal(item: Item): item is Item<Proposal> {
  return isOffer(item) || isRequest(item)
}

export function kindOf(loan: Proposal): ProposalKind {
  return loan.status === 'open' ? 'offer' : 'request'
}

/** Publisher of an offer or a request. */
export function proposerOf(loan: Proposal): Address {
  return loan.status === 'open' ? loan.lender : loan.borrower
}

/** Only person who may take it. Undefined: anyone. */
export function addresseeOf(loan: Proposal): Address | undefined {
  return loan.status === 'open' ? loan.borrower : loan.lender
}

export function isTaken(item: Item): item is Item<TakenLoan> {
  return isTakenLoan(item.loan)
}

export function isTakenLoan(loan: Loan): loan is TakenLoan {
  return isTakenStatus(loan.status)
}

export function isTakenStatus(status: Loan['status']): boolean {
  return status === 'active' || status === 'repaid' || status === 'forgiven'
}

export function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

/** The zero address. The contract takes it as the borrower of an offer that anyone may take. */
export const NOBODY: Address = '0x0000000000000000000000000000000000000000'

/** Why this cannot be the one person who may take it, if so. */
export function addresseeProblem(me: Address, addressee: Address | undefined): 'invalid' | 'own' | undefined {
  // The contract reads the zero address as 'anyone', which is not what a person means who fills in this field.
  if (!addressee || addressee === NOBODY) return 'invalid'
  return isSameAddress(addressee, me) ? 'own' : undefined
}

export const DOLLAR: Dollars = 1_000_000n
export const CENT: Dollars = DOLLAR / 100n

/** In seconds. */
export const DAY = 86_400
