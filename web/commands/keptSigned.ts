import { address, amount, bytes, integer, is, natural, oneOf, optional, record, unixSeconds } from '../chain/outbox/fields.ts'
import type { Signed, SignedPayment, SignedRequest } from '../loans/signed.ts'
import { keptTerms } from './keptLoan.ts'

const bound = {
  chainId: integer(1),
  book: address,
  number: natural(2n ** 256n - 1n),
  until: unixSeconds,
  signature: bytes,
  borrower: address,
}
const request = { ...bound, ...keptTerms, lender: optional(address) }
const payment = { ...bound, loanId: natural(2n ** 64n), lender: address, amount }

/** A signed request or payment as a field of the outbox. */
export const keptSignedRequest = record<SignedRequest>({ ...request, kind: is('request') })
export const keptSignedPayment = record<SignedPayment>({ ...payment, kind: is('payment') })
export const keptSigned = oneOf<'kind', Signed>('kind', { request, payment })
