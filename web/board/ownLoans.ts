import { daysLeft, dueState } from '../loans/due.ts'
import { isTakenStatus, type Row } from '../loans/loan.ts'

/** The taken loans of a list in the order in which they are shown: active ones by their next due date, ended ones by age. */
export function inOrder(rows: readonly Row[]): { active: Row[]; ended: Row[] } {
  const taken = rows.filter(({ status }) => isTakenStatus(status))
  return {
    active: taken.filter(({ status }) => status === 'active').sort((a, b) => a.nextDue - b.nextDue),
    // The list is newest first already.
    ended: taken.filter(({ status }) => status !== 'active'),
  }
}

/** How many of my debts are late or due within three days. */
export function urgentCount(rows: readonly Row[], now: number): number {
  return rows.filter(({ status, nextDue }) => status === 'active' && dueState(daysLeft({ dueAt: nextDue }, now)) !== 'onTime')
    .length
}
