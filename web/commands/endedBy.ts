import type { Outcome } from '../chain/outbox/outbox.ts'
import { owedOn } from '../loans/terms.ts'
import { type Command, paymentIn } from './command.ts'
import type { LoanPayment } from './rules.ts'

/** The payment, made, collected or noted, after which nothing is owed any more. */
export function endedBy(command: Command, outcome: Outcome): LoanPayment | undefined {
  const payment = paymentIn(command)
  if (!payment || outcome.kind !== 'confirmed') return undefined
  const { loan, amount } = payment
  const paid = outcome.paid ?? amount
  // The contract takes less only where no more is owed.
  return paid < amount || paid >= owedOn(loan) ? payment : undefined
}
