import type { TakenLoan } from '../../loans/loan.ts'
import { planOf } from '../../loans/plan.ts'
import { owedOn, totalOf } from '../../loans/terms.ts'
import { esPapers } from '../es/esPapers.ts'
import { moneyOwed } from '../format.ts'
import { calendarFile } from './calendarFile.ts'

const words = esPapers.calendar
/** Lead times of the alarms, in days before a payment is due. */
const ALARM_DAYS = [3, 1]

/** The due dates of a debt as a calendar file: an event for each instalment that is not paid yet. */
export function loanCalendar(loan: TakenLoan, book: { chainId: number; address: string }, now: number): string {
  const origin = `${book.chainId}-${book.address.toLowerCase()}@entrepares`
  const owed = moneyOwed(owedOn(loan))
  if (loan.instalments === 1) {
    const event = {
      uid: `prestamo-${loan.id}-${origin}`,
      at: loan.dueAt,
      writtenAt: now,
      summary: words.summary(loan.id, moneyOwed(totalOf(loan))),
      description: words.description(owed, loan.lender),
    }
    return calendarFile([event], ALARM_DAYS)
  }
  const events = planOf(loan, now)
    .filter(({ missing }) => missing > 0n)
    .map(({ number, dueAt, amount, missing }) => ({
      uid: `prestamo-${loan.id}-cuota-${number}-${origin}`,
      at: dueAt,
      writtenAt: now,
      summary: words.instalment(number, loan.instalments, loan.id, moneyOwed(amount)),
      description: words.instalmentDescription(moneyOwed(missing), owed, loan.lender),
    }))
  return calendarFile(events, ALARM_DAYS)
}
