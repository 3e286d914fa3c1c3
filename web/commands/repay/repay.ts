import { amount } from '../../chain/outbox/fields.ts'
import { toBook } from '../../chain/send/call.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import type { Dollars } from '../../loans/units.ts'
import { keptActiveLoan } from '../keptLoan.ts'
import { byPermit, type Rules } from '../rules.ts'

export type Repay = { kind: 'repay'; loan: ActiveLoan; amount: Dollars }

export const repay: Rules<Repay> = {
  about: {
    a: 'loan',
    loan: ({ loan }) => loan,
    takes: undefined,
    payment: ({ loan, amount }) => ({ loan, amount, side: 'borrowed' }),
    closes: true,
  },
  money: ({ amount }) => byPermit(amount),
  // Names the signer as the borrower, whoever the node says that it is. The contract takes no more than is owed: less than the
  // amount where somebody else has paid since.
  call: ({ loan, amount }, ours) => toBook(ours, 'repayLoan', [loan.id, loan.lender, ours.account, amount]),
  since: 1,
  kept: { loan: keptActiveLoan, amount },
}
