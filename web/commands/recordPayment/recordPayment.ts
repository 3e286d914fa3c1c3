import { amount } from '../../chain/outbox/fields.ts'
import { toBook } from '../../chain/send/call.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import type { Dollars } from '../../loans/units.ts'
import { keptActiveLoan } from '../keptLoan.ts'
import { NO_MONEY, type Rules } from '../rules.ts'

/** By the lender, of money that was received elsewhere: no dollars move. */
export type RecordPayment = { kind: 'recordPayment'; loan: ActiveLoan; amount: Dollars }

export const recordPayment: Rules<RecordPayment> = {
  about: {
    a: 'loan',
    loan: ({ loan }) => loan,
    takes: undefined,
    payment: ({ loan, amount }) => ({ loan, amount, side: 'lent' }),
    statesPaid: true,
    closes: false,
  },
  money: () => NO_MONEY,
  // With what had been paid as shown, so that one payment is not noted twice.
  call: ({ loan, amount }, ours) => toBook(ours, 'recordPayment', [loan.id, loan.borrower, amount, loan.repaid]),
  since: 1,
  kept: { loan: keptActiveLoan, amount },
}
