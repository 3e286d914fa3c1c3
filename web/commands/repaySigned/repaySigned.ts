import { toBook } from '../../chain/send/call.ts'
import { paymentOf } from '../../chain/signed/typedData.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import type { SignedPayment } from '../../loans/signed.ts'
import { keptActiveLoan } from '../keptLoan.ts'
import { keptSignedPayment } from '../keptSigned.ts'
import { NO_MONEY, type RulesOnSigned } from '../rules.ts'

export type RepaySigned = { kind: 'repaySigned'; loan: ActiveLoan; payment: SignedPayment }

/** Collects a payment that the borrower signed. */
export const repaySigned: RulesOnSigned<RepaySigned> = {
  about: {
    a: 'loan',
    loan: ({ loan }) => loan,
    takes: undefined,
    payment: ({ loan, payment: { amount } }) => ({ loan, amount, side: 'lent' }),
    closes: false,
  },
  money: () => NO_MONEY,
  call: ({ payment }, ours) => toBook(ours, 'repaySigned', [paymentOf(payment), payment.signature]),
  signed: ({ payment }) => payment,
  since: 2,
  kept: { loan: keptActiveLoan, payment: keptSignedPayment },
}
