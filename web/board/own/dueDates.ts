import type { Address } from 'viem'
import type { Row, Side, TakenLoan } from '../../loans/loan.ts'
import { nextPayment } from '../../loans/plan.ts'
import { owedOn } from '../../loans/terms.ts'
import type { Dollars } from '../../loans/units.ts'

/** The next payment to me ('lent') or from me ('borrowed'). */
export type DueDate = {
  /** Id of the loan. */
  id: bigint
  dueAt: number
  /** Unpaid part of the instalment. Undefined: not the last one, and the whole loan is unread or older than its row. */
  amount: Dollars | undefined
  /** Whole debt of the loan. */
  owed: Dollars
  side: Side
  /** The person on the other side. Undefined: the whole loan is unread, and no dialog can show it. */
  person: Address | undefined
}

/** `loans`: the rows that were read whole. */
type SideRows = { rows: readonly Row[]; loans: readonly TakenLoan[] }

/** Payments to me and from me, by due date, late ones first. */
export function dueDates(lent: SideRows, borrowed: SideRows): DueDate[] {
  return [...ofRows(lent, 'lent'), ...ofRows(borrowed, 'borrowed')].sort((a, b) => a.dueAt - b.dueAt)
}

/** Whole debt of one side. */
export function sumOf(dates: readonly DueDate[], side: Side): Dollars {
  return dates.filter((date) => date.side === side).reduce((sum, { owed }) => sum + owed, 0n)
}

/** The late date that concerns me most: of a debt of mine before one of a debt to me, the oldest first. */
export function firstLate(dates: readonly DueDate[], now: number): DueDate | undefined {
  const late = dates.filter(({ dueAt }) => now > dueAt)
  return late.find(({ side }) => side === 'borrowed') ?? late[0]
}

function ofRows({ rows, loans }: SideRows, side: Side): DueDate[] {
  const whole = new Map(loans.map((loan) => [loan.id, loan]))
  return rows
    .filter(({ status }) => status === 'active')
    .map((row) => {
      const loan = whole.get(row.id)
      const person = loan && (side === 'lent' ? loan.borrower : loan.lender)
      return { id: row.id, dueAt: row.nextDue, amount: nextAmount(row, loan), owed: row.owed, side, person }
    })
}

/** Undefined also where the whole loan is older than the row: its instalment may be paid by now. */
function nextAmount({ owed, nextDue, dueAt }: Row, loan: TakenLoan | undefined): Dollars | undefined {
  if (nextDue === dueAt) return owed
  const next = loan && owedOn(loan) === owed ? nextPayment(loan) : undefined
  return next?.dueAt === nextDue ? next.amount : undefined
}
