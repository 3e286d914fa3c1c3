import type { Outcome } from '../chain/outbox/outbox.ts'
import type { ActiveLoan } from '../loans/loan.ts'
import { owedOn } from '../loans/terms.ts'
import type { Command } from './command.ts'

/** The loan of which nothing is owed any more after this payment, made, collected or noted. */
export function endedBy(command: Command, outcome: Outcome): ActiveLoan | undefined {
  if (command.kind !== 'repay' && command.kind !== 'repaySigned' && command.kind !== 'recordPayment') return undefined
  if (outcome.kind !== 'confirmed') return undefined
  const { amount } = command.kind === 'repaySigned' ? command.payment : command
  const paid = outcome.paid ?? amount
  // The contract takes less only where no more is owed.
  return paid < amount || paid >= owedOn(command.loan) ? command.loan : undefined
}
