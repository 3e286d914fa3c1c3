import type { Address } from 'viem'
import type { CheckedSigned } from '../chain/signed/checkSigned.ts'
import type { TextProblem } from '../chain/signed/signedText.ts'
import { type ActiveLoan, isSameAddress, type PersonRecord } from '../loans/loan.ts'
import type { Signed, SignedPayment, SignedRequest } from '../loans/signed.ts'

/** Outcome of a link with something that was signed. */
export type SignedArrival =
  | { kind: 'lend'; request: SignedRequest; record: PersonRecord }
  | { kind: 'collect'; payment: SignedPayment; loan: ActiveLoan }
  /** One's own, to be shared again. */
  | { kind: 'ownSigned'; signed: Signed }
  /** Why it does not open. */
  | { kind: 'unusable'; of: Signed['kind'] | undefined; why: Unusable }

export type Unusable =
  | TextProblem
  /** Signed for another chain or another contract. */
  | 'foreign'
  | 'used'
  | 'voided'
  | 'expired'
  | 'forAnother'
  /** A payment of a loan that is not owed any more. */
  | 'over'

/** `now` in unix seconds. */
export function signedArrival(signed: Signed, checked: CheckedSigned, me: Address, now: number): SignedArrival {
  const unusable = (why: Unusable): SignedArrival => ({ kind: 'unusable', of: signed.kind, why })
  if (!checked.isGenuine) return unusable('changed')
  if (checked.state !== 'unused') return unusable(checked.state)
  if (now > signed.until) return unusable('expired')
  if (isSameAddress(signed.borrower, me)) return { kind: 'ownSigned', signed }
  if (signed.lender && !isSameAddress(signed.lender, me)) return unusable('forAnother')
  if (signed.kind === 'request') return { kind: 'lend', request: signed, record: checked.record }
  const { loan } = checked
  const isItsLoan = isSameAddress(loan?.lender, signed.lender) && isSameAddress(loan?.borrower, signed.borrower)
  return loan?.status === 'active' && isItsLoan ? { kind: 'collect', payment: signed, loan } : unusable('over')
}
