import type { Address } from 'viem'
import type { ActiveLoan, Row, TakenLoan } from '../../loans/loan.ts'
import { nextPayment } from '../../loans/plan.ts'
import { owedOn } from '../../loans/terms.ts'

/** The next payment to me ('in') or from me ('out'). */
export type DueDate = {
  dueAt: number
  /** Unpaid part of the instalment. Undefined: not the last one, and the whole loan is unread or older than its row. */
  amount: bigint | undefined
  /** Whole debt of the loan. */
  owed: bigint
  direction: 'in' | 'out'
  demo: boolean
  /** The person on the other side, where that is known. */
  person: Address | undefined
}

/** `loans`: the rows that were read whole. */
type Side = { rows: readonly Row[]; loans: readonly TakenLoan[]; examples: readonly ActiveLoan[] }

/** Payments to me and from me, by due date, late ones first. Examples are given only while there is no real one. */
export function dueDates(lent: Side, borrowed: Side): DueDate[] {
  const real = [...ofRows(lent, 'in'), ...ofRows(borrowed, 'out')]
  const shown = real.length > 0 ? real : [...ofExamples(lent, 'in'), ...ofExamples(borrowed, 'out')]
  return shown.sort((a, b) => a.dueAt - b.dueAt)
}

/** Whole debt of the real loans; examples are left out. */
export function sumOf(dates: readonly DueDate[], direction: DueDate['direction']): bigint {
  return dates.filter((date) => date.direction === direction && !date.demo).reduce((sum, { owed }) => sum + owed, 0n)
}

function ofRows({ rows, loans }: Side, direction: DueDate['direction']): DueDate[] {
  const whole = new Map(loans.map((loan) => [loan.id, loan]))
  return rows
    .filter(({ status }) => status === 'active')
    .map((row) => {
      const loan = whole.get(row.id)
      const person = loan && otherSide(loan, direction)
      return { dueAt: row.nextDue, amount: nextAmount(row, loan), owed: row.owed, direction, demo: false, person }
    })
}

/** Undefined also where the whole loan is older than the row: its instalment may be paid by now. */
function nextAmount({ owed, nextDue, dueAt }: Row, loan: TakenLoan | undefined): bigint | undefined {
  if (nextDue === dueAt) return owed
  const next = loan && owedOn(loan) === owed ? nextPayment(loan) : undefined
  return next?.dueAt === nextDue ? next.amount : undefined
}

function ofExamples({ examples }: Side, direction: DueDate['direction']): DueDate[] {
  return examples.map((loan) => ({
    dueAt: loan.dueAt,
    amount: nextPayment(loan).amount,
    owed: owedOn(loan),
    direction,
    demo: true,
    person: otherSide(loan, direction),
  }))
}

function otherSide({ lender, borrower }: TakenLoan, direction: DueDate['direction']): Address {
  return direction === 'in' ? borrower : lender
}
