import { partsOf, toBook } from '../../chain/send/call.ts'
import { amount } from '../../chain/send/fields.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import { keptActiveLoan } from '../keptLoan.ts'
import { byPermit, NEVER_MOVED, type Rules } from '../rules.ts'

export type Repay = { kind: 'repay'; loan: ActiveLoan; amount: bigint }

/** A first payment in part, by a payer's first permit. */
const GAS = 152_000n

export const repay: Rules<Repay> = {
  about: { a: 'loan', loan: ({ loan }) => loan, hasMoved: NEVER_MOVED, takes: undefined, closes: true },
  money: ({ amount }) => byPermit(amount),
  call: ({ loan, amount }, ours, permit) => toBook(ours, 'repayWithPermit', [loan.id, loan.lender, amount, ...partsOf(permit)]),
  gas: () => GAS,
  since: 1,
  kept: { loan: keptActiveLoan, amount },
}
