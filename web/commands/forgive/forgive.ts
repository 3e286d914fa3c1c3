import { toBook } from '../../chain/send/call.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import { owedOn } from '../../loans/terms.ts'
import { keptActiveLoan } from '../keptLoan.ts'
import { NO_MONEY, NO_PAYMENT, type Rules } from '../rules.ts'

/** Of what is owed when it is mined, which is less if a payment arrives before. */
export type Forgive = { kind: 'forgive'; loan: ActiveLoan }

export const forgive: Rules<Forgive> = {
  about: { a: 'loan', loan: ({ loan }) => loan, takes: undefined, payment: NO_PAYMENT, closes: true },
  money: () => NO_MONEY,
  call: ({ loan }, ours) => toBook(ours, 'forgive', [loan.id, loan.borrower, owedOn(loan)]),
  since: 1,
  kept: { loan: keptActiveLoan },
}
