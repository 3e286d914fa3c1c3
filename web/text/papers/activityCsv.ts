import type { Activity } from '../../loans/activity.ts'
import { amountText, etherText } from '../../loans/decimal.ts'
import { instalmentsOf, titleOf } from '../activityLine.ts'
import { esActivity } from '../es/esActivity.ts'
import { isoDay } from '../format.ts'
import { type CsvNumber, csvOf, separatorIn } from './csv.ts'

const NOTHING = { number: '' }

/** A cell for each column: one more or less does not compile. */
type Cells<Columns> = { [Index in keyof Columns]: string | CsvNumber }

/** Activities as a table. Amounts that came in or left are signed, in one column per unit, which can be summed. */
export function activityCsv(activities: readonly Activity[], language: string): string {
  return csvOf([esActivity.csv.columns, ...activities.map(rowOf)], separatorIn(language))
}

/** 'entrepares-actividad-2026-11-16.csv'. */
export function csvName(now: number): string {
  return esActivity.csv.file(isoDay(now))
}

function rowOf(activity: Activity): Cells<typeof esActivity.csv.columns> {
  const { at, person, amount, unit, flow, loan, loanId, hash } = activity
  const dollars = amount === undefined || unit === 'wei' ? undefined : amountText(amount)
  const moved = (text: string | undefined) =>
    text === undefined || flow === undefined ? NOTHING : { number: flow === 'in' ? text : `-${text}` }
  return [
    activity.isDayOnly ? isoDay(at) : stampOf(at),
    titleOf(activity),
    person ?? '',
    moved(dollars),
    dollars === undefined ? NOTHING : { number: dollars },
    moved(amount !== undefined && unit === 'wei' ? etherText(amount) : undefined),
    loan || loanId ? { number: String(loan?.id ?? loanId) } : NOTHING,
    instalmentsOf(activity) ?? '',
    loan?.note ?? '',
    hash,
  ]
}

/** In the time zone of the device, in the order in which it sorts: '2026-11-16 18:20:05'. */
function stampOf(seconds: number): string {
  const at = new Date(seconds * 1000)
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map((value) => String(value).padStart(2, '0'))
  return `${isoDay(seconds)} ${time.join(':')}`
}
