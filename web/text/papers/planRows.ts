import { DAY } from '../../loans/loan.ts'
import type { Instalment } from '../../loans/plan.ts'
import { date, moneyOwed, shortDate } from '../format.ts'

export const esPlan = {
  title: 'Plan de pagos',
  paid: 'Pagada',
  late: 'Vencida',
  missing: (amount: string) => `Faltan ${amount}`,
  lateMissing: (amount: string) => `Vencida, faltan ${amount}`,
  more: (count: number) => `… ${count} más`,
} as const

export type PlanRow = Pick<Instalment, 'number' | 'state'> & { day: string; remark: string; amount: string }

/** In seconds. Within it a day and a month cannot be mistaken for those of another year. */
const NEARLY_A_YEAR = 360 * DAY

/** A plan of payments as it is read. */
export function planRows(plan: readonly Instalment[]): PlanRow[] {
  const isLong = (plan.at(-1)?.dueAt ?? 0) - (plan[0]?.dueAt ?? 0) > NEARLY_A_YEAR
  return plan.map((part) => ({
    number: part.number,
    state: part.state,
    day: isLong ? date(part.dueAt) : shortDate(part.dueAt),
    remark: remarkOn(part),
    amount: moneyOwed(part.amount),
  }))
}

function remarkOn({ state, amount, missing }: Instalment): string {
  const takes = moneyOwed(missing)
  const isWhole = takes === moneyOwed(amount)
  switch (state) {
    case 'paid':
      return esPlan.paid
    case 'late':
      return isWhole ? esPlan.late : esPlan.lateMissing(takes)
    case 'next':
    case 'later':
      return isWhole ? '' : esPlan.missing(takes)
  }
}

/** Rows of a plan that are hidden behind a button. */
export type HiddenRows = { first: number; count: number }

/** Up to so many rows none is hidden. */
const SHORT = 4

/** A long plan without its middle: the first two, the last, and those that are late or next are shown. */
export function foldRows(rows: readonly PlanRow[]): (PlanRow | HiddenRows)[] {
  if (rows.length <= SHORT) return [...rows]
  const isShown = ({ number, state }: PlanRow) => number <= 2 || number === rows.length || state === 'late' || state === 'next'
  const parts: (PlanRow | HiddenRows)[] = []
  for (const row of rows) {
    const last = parts.at(-1)
    if (isShown(row)) parts.push(row)
    else if (last && 'count' in last) last.count++
    else parts.push({ first: row.number, count: 1 })
  }
  return parts
}
