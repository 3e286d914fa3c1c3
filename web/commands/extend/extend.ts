import { toBook } from '../../chain/send/call.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import { duration, keptActiveLoan } from '../keptLoan.ts'
import { NO_MONEY, NO_PAYMENT, type Rules } from '../rules.ts'

/** `extraTime` in seconds, on top of the due date that was shown: the contract is given the date that follows. */
export type Extend = { kind: 'extend'; loan: ActiveLoan; extraTime: number }

export const extend: Rules<Extend> = {
  about: { a: 'loan', loan: ({ loan }) => loan, takes: undefined, payment: NO_PAYMENT, closes: false },
  money: () => NO_MONEY,
  call: ({ loan, extraTime }, ours) => toBook(ours, 'extend', [loan.id, loan.borrower, BigInt(loan.dueAt + extraTime)]),
  since: 1,
  kept: { loan: keptActiveLoan, extraTime: duration },
}
