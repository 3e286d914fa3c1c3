import type { Address } from 'viem'
import type { ActiveLoan, Row, Side, TakenLoan } from '../../loans/loan.ts'
import { nextPayment } from '../../loans/plan.ts'
import { owedOn } from '../../loans/terms.ts'

/** The next payment to me ('lent') or from me ('borrowed'). */
export type DueDate = {
  dueAt: number
  /** Unpaid part of the instalment. Undefined: not the last one, and the whole loan is unread or older than its row. */
  amount: bigint | undefined
  /** Whole debt of the loan. */
  owed: bigint
  side: Side
  demo: boolean
  /** The person on the other side, where that is known. */
  person: Address | undefined
}

/** `loans`: the rows that were read whole. */
type SideRows = { rows: readonly Row[]; loans: readonly TakenLoan[]; examples: readonly ActiveLoan[] }

/** Payments to me and from me, by due date, late ones first. Examples are given only while there is no real one. */
export function dueDates(lent: SideRows, borrowed: SideRows): DueDate[] {
  const real = [...ofRows(lent, 'lent'), ...ofRows(borrowed, 'borrowed')]
  const shown = real.length > 0 ? real : [...ofExamples(lent, 'lent'), ...ofExamples(borrowed, 'borrowed')]
  return shown.sort((a, b) => a.dueAt - b.dueAt)
}

/** Whole debt of the real loans; examples are left out. */
export function sumOf(dates: readonly DueDate[], side: Side): bigint {
  return dates.filter((date) => date.side === side && !date.demo).reduce((sum, { owed }) => sum + owed, 0n)
}

function ofRows({ rows, loans }: SideRows, side: Side): DueDate[] {
  const whole = new Map(loans.map((loan) => [loan.id, loan]))
  return rows
    .filter(({ status }) => status === 'active')
    .map((row) => {
      const loan = whole.get(row.id)
      const person = loan && otherSide(loan, side)
      return { dueAt: row.nextDue, amount: nextAmount(row, loan), owed: row.owed, side, demo: false, person }
    })
}

/** Undefined also where the whole loan is older than the row: its instalment may be paid by now. */
function nextAmount({ owed, nextDue, dueAt }: Row, loan: TakenLoan | undefined): bigint | undefined {
  if (nextDue === dueAt) return owed
  const next = loan && owedOn(loan) === owed ? nextPayment(loan) : undefined
  return next?.dueAt === nextDue ? next.amount : undefined
}

function ofExamples({ examples }: SideRows, side: Side): DueDate[] {
  return examples.map((loan) => ({
    dueAt: loan.dueAt,
    amount: nextPayment(loan).amount,
    owed: owedOn(loan),
    side,
    demo: true,
    person: otherSide(loan, side),
  }))
}

function otherSide({ lender, borrower }: TakenLoan, side: Side): Address {
  return side === 'lent' ? borrower : lender
}
