import { DAY, type Loan } from './loan.ts'
import { nextPayment } from './plan.ts'

const SOON_DAYS = 3

/** Whole days to the due moment, rounded down: one second late is −1. */
export function daysLeft({ dueAt }: { dueAt: number }, now: number): number {
  return Math.floor((dueAt - now) / DAY)
}

export type DueState = 'overdue' | 'soon' | 'onTime'

export function dueState(days: number): DueState {
  if (days < 0) return 'overdue'
  return days <= SOON_DAYS ? 'soon' : 'onTime'
}

export function isOverdue(loan: Loan, now: number): boolean {
  return loan.status === 'active' && now > nextPayment(loan).dueAt
}
