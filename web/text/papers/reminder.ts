import { type ActiveLoan, DAY } from '../../loans/loan.ts'
import { nextPayment } from '../../loans/plan.ts'
import { esReminder } from '../es/esReminder.ts'
import { longMoment, moneyOwed } from '../format.ts'

/** The message that a lender sends to a borrower: how much is owed and until when, kindly. With a plan: of its next unpaid part. */
export function reminder(loan: ActiveLoan, now: number): string {
  const { number, amount, dueAt } = nextPayment(loan)
  const { id, instalments } = loan
  const [owed, moment, daysLate] = [moneyOwed(amount), longMoment(dueAt), Math.floor((now - dueAt) / DAY)]
  const isLate = now > dueAt
  if (instalments === 1) return isLate ? esReminder.overdue(id, owed, moment, daysLate) : esReminder.due(id, owed, moment)
  return isLate
    ? esReminder.instalmentOverdue(number, instalments, id, owed, moment, daysLate)
    : esReminder.instalmentDue(number, instalments, id, owed, moment)
}
