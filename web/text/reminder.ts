import { type ActiveLoan, DAY } from '../loans/loan.ts'
import { nextPayment } from '../loans/plan.ts'
import { esPapers } from './esPapers.ts'
import { longMoment, moneyOwed } from './format.ts'

const words = esPapers.reminder

/** The message that a lender sends to a borrower: how much is owed and until when, kindly. With a plan: of its next unpaid part. */
export function reminder(loan: ActiveLoan, now: number): string {
  const { number, amount, dueAt } = nextPayment(loan)
  const { id, instalments } = loan
  const [owed, moment, daysLate] = [moneyOwed(amount), longMoment(dueAt), Math.floor((now - dueAt) / DAY)]
  const isLate = now > dueAt
  if (instalments === 1) return isLate ? words.overdue(id, owed, moment, daysLate) : words.due(id, owed, moment)
  return isLate
    ? words.instalmentOverdue(number, instalments, id, owed, moment, daysLate)
    : words.instalmentDue(number, instalments, id, owed, moment)
}
