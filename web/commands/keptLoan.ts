import { address, amount, integer, is, natural, optional, record, text, unixSeconds } from '../chain/send/fields.ts'
import { limits } from '../loans/limits.ts'
import type { ActiveLoan, Offer, Request } from '../loans/loan.ts'

const apr = integer(Number(limits.apr.min), Number(limits.apr.max))
const instalments = integer(Number(limits.instalments.min), Number(limits.instalments.max))

/** Seconds. */
export const duration = integer(Number(limits.duration.min), Number(limits.duration.max))
export const keptTerms = {
  principal: natural(limits.principal.max),
  apr,
  duration,
  instalments,
  // In characters, of which a surrogate pair counts as two.
  note: text(2 * Number(limits.note.max)),
}

const numbered = { ...keptTerms, id: natural(2n ** 64n), demo: is(false) }
const expiring = { openUntil: optional(unixSeconds) }

/** Loans in the outbox, as a command carries them. */
export const keptOffer = record<Offer>({
  ...numbered,
  ...expiring,
  status: is('open'),
  lender: address,
  borrower: optional(address),
})

export const keptRequest = record<Request>({
  ...numbered,
  ...expiring,
  status: is('requested'),
  lender: optional(address),
  borrower: address,
})

export const keptActiveLoan = record<ActiveLoan>({
  ...numbered,
  status: is('active'),
  lender: address,
  borrower: address,
  startedAt: unixSeconds,
  dueAt: unixSeconds,
  repaid: amount,
})
