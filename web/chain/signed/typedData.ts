import { encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { NOBODY } from '../../loans/loan.ts'
import type { SignedPayment, SignedRequest } from '../../loans/signed.ts'
import { termsOf } from '../send/call.ts'
import type { TokenDomain } from '../token/tokenDomain.ts'

const uints = <const Name extends string>(...names: Name[]) => names.map((name) => ({ name, type: 'uint256' as const }))
const addresses = <const Name extends string>(...names: Name[]) => names.map((name) => ({ name, type: 'address' as const }))

const TYPES = {
  Request: [
    ...addresses('borrower', 'lender'),
    ...uints('principal', 'duration', 'apr', 'instalments'),
    { name: 'comment', type: 'string' },
    ...uints('number', 'deadline'),
  ],
  ReceiveWithAuthorization: [
    ...addresses('from', 'to'),
    ...uints('value', 'validAfter', 'validBefore'),
    { name: 'nonce', type: 'bytes32' },
  ],
}

export type UnsignedRequest = Omit<SignedRequest, 'signature'>
export type UnsignedPayment = Omit<SignedPayment, 'signature'>

/** A request as the book takes it. */
export function requestOf(request: UnsignedRequest) {
  const { borrower, lender = NOBODY, note, number, until } = request
  return { borrower, lender, terms: termsOf(request), comment: note, number, deadline: BigInt(until) }
}

/** A payment as the book takes it. The token takes it after `validAfter` and before `validBefore`. */
export function paymentOf({ loanId, lender, borrower, amount, number, until }: UnsignedPayment) {
  return { id: loanId, lender, borrower, payer: borrower, amount, number, validAfter: 0n, validBefore: BigInt(until) + 1n }
}

/** EIP-712 fields that the borrower of a request signs, for the book. */
export function requestTypedData(request: UnsignedRequest) {
  const { terms, ...rest } = requestOf(request)
  return {
    domain: { name: 'EntrePares', version: '1', chainId: request.chainId, verifyingContract: request.book },
    types: TYPES,
    primaryType: 'Request' as const,
    message: { ...rest, ...terms },
  }
}

/** EIP-712 fields that the payer signs, for the token: dollars to the book, with a nonce that binds them to the loan. */
export function paymentTypedData(payment: UnsignedPayment, domain: TokenDomain) {
  const { payer, amount, validAfter, validBefore } = paymentOf(payment)
  return {
    domain,
    types: TYPES,
    primaryType: 'ReceiveWithAuthorization' as const,
    message: { from: payer, to: payment.book, value: amount, validAfter, validBefore, nonce: nonceOf(payment) },
  }
}

const NONCE = [{ type: 'uint256' }, { type: 'address' }, { type: 'address' }, { type: 'uint256' }] as const

/** The token's nonce of a payment, as the book makes it. */
export function nonceOf(payment: UnsignedPayment): Hex {
  const { id, lender, borrower, number } = paymentOf(payment)
  return keccak256(encodeAbiParameters(NONCE, [id, lender, borrower, number]))
}
