import { CENT, DAY } from '../loans/loan.ts'
import type { Instalment } from '../loans/plan.ts'
import { date, moneyOwed, shortDate } from './format.ts'

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

/**
 * A plan of payments as it is read. Sums, and not parts, are rounded up to the cent: the parts come to the total that stands
 * beside them, and whoever pays them as shown is never behind.
 */
export function planRows(plan: readonly Instalment[]): PlanRow[] {
  const isLong = (plan.at(-1)?.dueAt ?? 0) - (plan[0]?.dueAt ?? 0) > NEARLY_A_YEAR
  let [sum, shownSum] = [0n, 0n]
  return plan.map((part) => {
    sum += part.amount
    const shown = ((sum + CENT - 1n) / CENT) * CENT - shownSum
    shownSum += shown
    return {
      number: part.number,
      state: part.state,
      day: isLong ? date(part.dueAt) : shortDate(part.dueAt),
      remark: remarkOn(part),
      amount: moneyOwed(shown),
    }
  })
}

function remarkOn({ state, amount, missing }: Instalment): string {
  const isPartlyPaid = missing > 0n && missing < amount
  switch (state) {
    case 'paid':
      return esPlan.paid
    case 'late':
      return isPartlyPaid ? esPlan.lateMissing(moneyOwed(missing)) : esPlan.late
    case 'next':
    case 'later':
      return isPartlyPaid ? esPlan.missing(moneyOwed(missing)) : ''
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
