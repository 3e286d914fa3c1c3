import { amount, optional, unixSeconds } from '../../chain/outbox/fields.ts'
import { toBook } from '../../chain/send/call.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import type { Dollars } from '../../loans/units.ts'
import { keptActiveLoan } from '../keptLoan.ts'
import { NO_MONEY, type Rules } from '../rules.ts'

/**
 * By the lender, of money that was received elsewhere: no dollars move. `paidAt`: when it was received, in unix seconds.
 * Undefined if an earlier build stored the command.
 */
export type RecordPayment = { kind: 'recordPayment'; loan: ActiveLoan; amount: Dollars; paidAt: number | undefined }

export const recordPayment: Rules<RecordPayment> = {
  about: {
    a: 'loan',
    loan: ({ loan }) => loan,
    takes: undefined,
    payment: ({ loan, amount }) => ({ loan, amount, side: 'lent' }),
    statesNoted: true,
    closes: false,
  },
  money: () => NO_MONEY,
  // The contract refuses the time 0, so that nobody records a payment without its day.
  call: ({ loan, amount, paidAt = 0 }, ours) =>
    toBook(ours, 'recordPayment', [loan.id, loan.borrower, amount, loan.noted, BigInt(paidAt)]),
  since: 1,
  kept: { loan: keptActiveLoan, amount, paidAt: optional(unixSeconds) },
}
