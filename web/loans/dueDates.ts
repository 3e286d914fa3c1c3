import type { ActiveLoan, Row } from './loan.ts'
import { owedOn } from './terms.ts'

/** An amount that is due to me ('in') or from me ('out'). */
export type DueDate = { dueAt: number; amount: bigint; direction: 'in' | 'out'; demo: boolean }

type Side = { rows: readonly Row[]; examples: readonly ActiveLoan[] }

/** What is owed to me and what I owe, by due date: all of my loans, and the examples. */
export function dueDates(lent: Side, borrowed: Side): DueDate[] {
  const of = ({ rows, examples }: Side, direction: DueDate['direction']): DueDate[] => [
    ...rows
      .filter(({ status }) => status === 'active')
      .map(({ dueAt, owed }) => ({ dueAt, amount: owed, direction, demo: false })),
    ...examples.map((loan) => ({ dueAt: loan.dueAt, amount: owedOn(loan), direction, demo: true })),
  ]
  return [...of(lent, 'in'), ...of(borrowed, 'out')].sort((a, b) => a.dueAt - b.dueAt)
}

/** The sum of the real ones; examples are left out. */
export function sumOf(dates: readonly DueDate[], direction: DueDate['direction']): bigint {
  return dates.filter((date) => date.direction === direction && !date.demo).reduce((sum, { amount }) => sum + amount, 0n)
}
