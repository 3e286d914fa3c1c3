import type { Address } from 'viem'
import type { ActiveLoan, Row, TakenLoan } from './loan.ts'
import { owedOn } from './terms.ts'

/** An amount that is due to me ('in') or from me ('out'), and the person on the other side where that is known. */
export type DueDate = { dueAt: number; amount: bigint; direction: 'in' | 'out'; demo: boolean; person: Address | undefined }

/** `loans`: those of the rows that are known whole. */
type Side = { rows: readonly Row[]; loans: readonly TakenLoan[]; examples: readonly ActiveLoan[] }

/** What is owed to me and what I owe, by due date, late ones first. The examples are given only while there is no real one. */
export function dueDates(lent: Side, borrowed: Side): DueDate[] {
  const real = [...ofRows(lent, 'in'), ...ofRows(borrowed, 'out')]
  const shown = real.length > 0 ? real : [...ofExamples(lent, 'in'), ...ofExamples(borrowed, 'out')]
  return shown.sort((a, b) => a.dueAt - b.dueAt)
}

/** The sum of the real ones; examples are left out. */
export function sumOf(dates: readonly DueDate[], direction: DueDate['direction']): bigint {
  return dates.filter((date) => date.direction === direction && !date.demo).reduce((sum, { amount }) => sum + amount, 0n)
}

function ofRows({ rows, loans }: Side, direction: DueDate['direction']): DueDate[] {
  const whole = new Map(loans.map((loan) => [loan.id, loan]))
  return rows
    .filter(({ status }) => status === 'active')
    .map(({ id, nextDue, owed }) => {
      const loan = whole.get(id)
      return { dueAt: nextDue, amount: owed, direction, demo: false, person: loan && otherSide(loan, direction) }
    })
}

function ofExamples({ examples }: Side, direction: DueDate['direction']): DueDate[] {
  return examples.map((loan) => ({
    dueAt: loan.dueAt,
    amount: owedOn(loan),
    direction,
    demo: true,
    person: otherSide(loan, direction),
  }))
}

function otherSide({ lender, borrower }: TakenLoan, direction: DueDate['direction']): Address {
  return direction === 'in' ? borrower : lender
}
