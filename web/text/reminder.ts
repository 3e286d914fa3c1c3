import type { ActiveLoan } from '../loans/loan.ts'
import { esPapers } from './esPapers.ts'
import { longMoment, moneyOwed } from './format.ts'

/** What a lender may send to whoever owes them: how much, until when, and no reproach. */
export function reminder({ id, dueAt }: ActiveLoan, owed: bigint, secondsLate: number): string {
  const [amount, moment] = [moneyOwed(owed), longMoment(dueAt)]
  return secondsLate > 0
    ? esPapers.reminder.overdue(id, amount, moment, Math.floor(secondsLate / 86_400))
    : esPapers.reminder.due(id, amount, moment)
}
