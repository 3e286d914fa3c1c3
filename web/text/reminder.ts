import { type ActiveLoan, DAY } from '../loans/loan.ts'
import { esPapers } from './esPapers.ts'
import { longMoment, moneyOwed } from './format.ts'

/** The message that a lender sends to a borrower: how much is owed and until when, kindly. */
export function reminder({ id, dueAt }: Pick<ActiveLoan, 'id' | 'dueAt'>, owed: bigint, secondsLate: number): string {
  const [amount, moment] = [moneyOwed(owed), longMoment(dueAt)]
  return secondsLate > 0
    ? esPapers.reminder.overdue(id, amount, moment, Math.floor(secondsLate / DAY))
    : esPapers.reminder.due(id, amount, moment)
}
