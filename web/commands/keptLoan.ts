import {
  address,
  amount,
  type Decode,
  integer,
  is,
  natural,
  optional,
  record,
  text,
  unixSeconds,
} from '../chain/outbox/fields.ts'
import { limits } from '../loans/limits.ts'
import type { ActiveLoan, Offer, Request } from '../loans/loan.ts'
import type { Dollars } from '../loans/units.ts'

// The widths of the contract's storage, and not the limits of today's contract: what was signed under others must open.
const UINT8 = 2 ** 8 - 1
const UINT16 = 2 ** 16 - 1
const UINT32 = 2 ** 32 - 1
const UINT56 = 2n ** 56n - 1n
/** In characters, of which none has less than a byte. A contract with longer notes widens it. */
const LONGEST_NOTE = Math.max(1_000, Number(limits.note.max))

/** Seconds. */
export const duration = integer(1, UINT32)
export const openDays = integer(0, UINT8)
const principal: Decode<Dollars> = natural(UINT56)
export const keptTerms = {
  principal,
  apr: integer(1, UINT16),
  duration,
  instalments: integer(1, UINT8),
  note: text(LONGEST_NOTE),
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
  // Earlier builds did not keep it.
  noted: (value) => (value === undefined ? 0n : amount(value)),
})
