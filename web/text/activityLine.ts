import { type Activity, isOfDebt } from '../loans/activity.ts'
import { esActivity } from './es/esActivity.ts'
import { clockTime, ether, money, moneyOwed, shortDate } from './format.ts'

const thisYear = new Intl.DateTimeFormat('es', { weekday: 'long', day: 'numeric', month: 'long' })
const otherYear = new Intl.DateTimeFormat('es', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Title of an activity, to be read after the name of the person, if there is one. */
export function titleOf({ kind, count = 0 }: Pick<Activity, 'kind' | 'count'>): string {
  const title = { ...esActivity.ofPerson, ...esActivity.alone, ...esActivity.many }[kind]
  return typeof title === 'string' ? title : title(count)
}

/** The time if it is known, and what else there is to say in short: '18:20 · cuota 1 de 3'. */
export function lineOf(activity: Activity): string {
  return [!activity.isDayOnly && clockTime(activity.at), detailOf(activity)].filter(Boolean).join(' · ')
}

function detailOf(activity: Activity): string | undefined {
  const { kind, dueAt, isHeld, loanId } = activity
  if (loanId !== undefined) return esActivity.loan(loanId)
  if (kind === 'offerCancelled' || kind === 'offerLapsed') return isHeld ? esActivity.held : esActivity.toBalance
  if (dueAt !== undefined)
    return kind === 'gaveTime' || kind === 'gotTime' ? esActivity.now(shortDate(dueAt)) : esActivity.due(shortDate(dueAt))
  return isHeld ? esActivity.held : instalmentsOf(activity)
}

/** Undefined where the loan is paid at once. */
export function instalmentsOf({ loan, instalments }: Activity): string | undefined {
  if (!loan || !instalments || loan.instalments === 1) return undefined
  const { first, last } = instalments
  return first === last ? esActivity.instalment(first, loan.instalments) : esActivity.instalments(first, last, loan.instalments)
}

/** '+ $ 20.00', '− $ 20.00', or without a sign where no dollars of mine moved. */
export function amountOf(activity: Activity): string | undefined {
  const { amount, unit, flow } = activity
  if (amount === undefined) return undefined
  // Rounded as the debt is, so that a payment shows the cent that was paid.
  const text = unit === 'wei' ? ether(amount) : isOfDebt(activity) ? moneyOwed(amount) : money(amount)
  return flow === undefined ? text : `${flow === 'in' ? '+' : '−'} ${text}`
}

/** The day as a heading: 'Hoy', 'Ayer', 'Jueves 12 de noviembre'. */
function dayOf(at: number, now: number): string {
  const day = weekday(at, now)
  if (day === weekday(now, now)) return esActivity.today
  // At noon of today a day of 23 or 25 hours does not lead past yesterday.
  return day === weekday(yesterdayOf(now), now) ? esActivity.yesterday : day
}

function yesterdayOf(now: number): number {
  const noon = new Date(now * 1000)
  noon.setHours(12, 0, 0, 0)
  return noon.getTime() / 1000 - 24 * 3600
}

/** 'Jueves 12 de noviembre', with the year where it is another than now. */
function weekday(seconds: number, now: number): string {
  const [at, today] = [new Date(seconds * 1000), new Date(now * 1000)]
  const text = (at.getFullYear() === today.getFullYear() ? thisYear : otherYear).format(at).replace(',', '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** In the order in which they come, day by day. */
export function byDay<T extends { at: number }>(list: readonly T[], now: number): { day: string; list: T[] }[] {
  const days: { day: string; list: T[] }[] = []
  for (const one of list) {
    const day = dayOf(one.at, now)
    const last = days.at(-1)
    if (last?.day === day) last.list.push(one)
    else days.push({ day, list: [one] })
  }
  return days
}
