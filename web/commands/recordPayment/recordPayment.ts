import { toBook } from '../../chain/send/call.ts'
import { amount } from '../../chain/send/fields.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import { keptActiveLoan } from '../keptLoan.ts'
import { NEVER_MOVED, NO_MONEY, type Rules, SIMULATED } from '../rules.ts'

/** By the lender, of money that was received elsewhere: no dollars move. */
export type RecordPayment = { kind: 'recordPayment'; loan: ActiveLoan; amount: bigint }

export const recordPayment: Rules<RecordPayment> = {
  about: { a: 'loan', loan: ({ loan }) => loan, hasMoved: NEVER_MOVED, takes: undefined, closes: false },
  money: () => NO_MONEY,
  call: ({ loan, amount }, ours) => toBook(ours, 'repay', [loan.id, amount]),
  gas: SIMULATED,
  since: 1,
  kept: { loan: keptActiveLoan, amount },
}
