import type { ActiveLoan } from './loan.ts'
import { owedOn } from './terms.ts'

/** An amount that is due to me ('in') or from me ('out'). */
export type DueDate = { dueAt: number; amount: bigint; direction: 'in' | 'out'; demo: boolean }

/** What is owed to me and what I owe, by due date. */
export function dueDates(lent: readonly ActiveLoan[], borrowed: readonly ActiveLoan[]): DueDate[] {
  const toDueDate = (direction: DueDate['direction']) => (loan: ActiveLoan) => ({
    dueAt: loan.dueAt,
    amount: owedOn(loan),
    direction,
    demo: loan.demo,
  })
  return [...lent.map(toDueDate('in')), ...borrowed.map(toDueDate('out'))].sort((a, b) => a.dueAt - b.dueAt)
}

/** The sum of the real ones; examples are left out. */
export function sumOf(dates: readonly DueDate[], direction: DueDate['direction']): bigint {
  return dates.filter((date) => date.direction === direction && !date.demo).reduce((sum, { amount }) => sum + amount, 0n)
}
