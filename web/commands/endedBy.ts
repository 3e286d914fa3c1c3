import type { Outcome } from '../chain/outbox/outbox.ts'
import type { ActiveLoan } from '../loans/loan.ts'
import { owedOn } from '../loans/terms.ts'
import { type Command, paymentIn } from './command.ts'

/** The loan of which nothing is owed any more after this payment, made, collected or noted. */
export function endedBy(command: Command, outcome: Outcome): ActiveLoan | undefined {
  const payment = paymentIn(command)
  if (!payment || outcome.kind !== 'confirmed') return undefined
  const { loan, amount } = payment
  const paid = outcome.paid ?? amount
  // The contract takes less only where no more is owed.
  return paid < amount || paid >= owedOn(loan) ? loan : undefined
}
