import type { Address, Hex } from 'viem'
import { cleanNote } from './cleanText.ts'
import { isSameAddress, type Request } from './loan.ts'
import type { Dollars } from './units.ts'

/** Terms that every signature is bound to: one contract on one chain, a number that counts once, and an end. */
type Bound = {
  chainId: number
  book: Address
  /** Chosen at random. */
  number: bigint
  /** The last second in which it counts, in unix seconds. */
  until: number
  /** By the borrower. */
  signature: Hex
}

/** A request that was signed and not published. With a lender: only that one may fund it. */
export type SignedRequest = Bound &
  Pick<Request, 'principal' | 'apr' | 'duration' | 'instalments' | 'note' | 'borrower' | 'lender'> & { kind: 'request' }

/** A payment of a loan that the borrower signed, and that the lender collects. */
export type SignedPayment = Bound & {
  kind: 'payment'
  loanId: bigint
  lender: Address
  borrower: Address
  amount: Dollars
}

/** A request or payment that one person signs and somebody else sends. */
export type Signed = SignedRequest | SignedPayment

/** For how many days a request by link, and a payment by link, may count. */
export const REQUEST_LINK_DAYS = [7, 30] as const
export const PAYMENT_LINK_DAYS = [3, 7, 14] as const

/** A signed request as one that nobody has funded, to be shown. It has no id before it is. */
export function asRequest({ principal, apr, duration, instalments, note, borrower, lender, until }: SignedRequest): Request {
  const terms = { principal, apr, duration, instalments, note: cleanNote(note), borrower, lender }
  return { ...terms, id: 0n, status: 'requested', openUntil: until, demo: false }
}

/** Whether two are the same: a number of the borrower's counts once in a contract. */
export function isSameSigned(one: Signed, other: Signed): boolean {
  const isOfOne = isSameAddress(one.borrower, other.borrower) && isSameAddress(one.book, other.book)
  return isOfOne && one.number === other.number && one.chainId === other.chainId && one.kind === other.kind
}
