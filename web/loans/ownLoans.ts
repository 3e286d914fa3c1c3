import { isTakenStatus, type Row } from './loan.ts'

/** The taken loans of a list in the order in which they are shown: active ones by their next due date, then the newest. */
export function takenInOrder(rows: readonly Row[]): Row[] {
  const taken = rows.filter(({ status }) => isTakenStatus(status))
  const active = taken.filter(({ status }) => status === 'active').sort((a, b) => a.nextDue - b.nextDue)
  // The list is newest first already.
  return [...active, ...taken.filter(({ status }) => status !== 'active')]
}
