// Money and dates as a person reads them.

import { amountText, etherText, fixed } from '../loans/decimal.ts'
import { CENT, type TakenLoan } from '../loans/loan.ts'
import type { Dollars, Wei } from '../loans/units.ts'

/** The signs of numbers on the screen. 'es-MX' writes 12,000.50; 'es-AR' writes 12.000,50. */
const NUMBERS = 'es-MX'

const MICRO_ETHER = 10n ** 12n
const whole = new Intl.NumberFormat(NUMBERS, { useGrouping: 'min2', maximumFractionDigits: 0 })
const rate = new Intl.NumberFormat(NUMBERS, { maximumFractionDigits: 2 })
const DECIMAL_SIGN = rate.format(0.5).slice(1, -1)
const dayAndMonth = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const longDay = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long', year: 'numeric' })
const clock = new Intl.DateTimeFormat('es', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short', year: 'numeric' })

/** Dollars as '$ 1200.00', rounded down to the cent: never more than there is. */
export function money(amount: Dollars): string {
  return dollars(amount / CENT)
}

/** The same rounded up, for what is owed: never less than it takes. */
export function moneyOwed(amount: Dollars): string {
  return dollars((amount + CENT - 1n) / CENT)
}

/** Dollars that are only known whole: '$ 1200'. With cents it would claim more than is known. */
export function wholeMoney(amount: number): string {
  return `$ ${whole.format(amount)}`
}

function dollars(cents: bigint): string {
  return `$ ${grouped(fixed(cents, 2))}`
}

/** Digits with a point, as loans/decimal.ts writes them, with the signs of the screen. */
function grouped(text: string): string {
  const [units = '', fraction] = text.split('.')
  return [whole.format(BigInt(units)), fraction].join(DECIMAL_SIGN)
}

function ungrouped(text: string): string {
  return text.replace('.', DECIMAL_SIGN)
}

/** To the last millionth where it is not whole cents, for what is sent exactly: '$ 1000.123456'. */
export function exactMoney(amount: Dollars): string {
  return amount % CENT === 0n ? money(amount) : `$ ${grouped(amountText(amount))}`
}

/** Wei to the last one: '0.25 ETH'. */
export function exactEther(wei: Wei): string {
  return `${ungrouped(etherText(wei))} ETH`
}

/** The same to read: six decimals at most, and '≈' where that leaves something out. */
export function ether(wei: Wei): string {
  if (wei % MICRO_ETHER === 0n) return exactEther(wei)
  return wei < MICRO_ETHER ? `< ${exactEther(MICRO_ETHER)}` : `≈ ${exactEther(wei - (wei % MICRO_ETHER))}`
}

/** Amount repaid of a loan. Paid in full it is rounded as the debt was, so that both show the same cent. */
export function moneyPaid({ status, repaid }: TakenLoan): string {
  return status === 'repaid' ? moneyOwed(repaid) : money(repaid)
}

/** Wei as '2.0000', rounded down. */
export function eth(wei: Wei): string {
  return ungrouped(fixed(wei / 10n ** 14n, 4))
}

/** A fee as '0.000068', rounded up. */
export function ethFee(wei: Wei): string {
  return ungrouped(fixed((wei + 10n ** 12n - 1n) / 10n ** 12n, 6))
}

/** A day in the time zone of the device, in the order in which it sorts: '2026-11-16'. */
export function isoDay(seconds: number): string {
  const at = new Date(seconds * 1000)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Hundredths of a percent as '12.5 % APR'. */
export function aprPercent(apr: number): string {
  return `${percent(apr)} APR`
}

/** '12.5 %'. */
export function percent(apr: number): string {
  return `${rate.format(apr / 100)} %`
}

/** How many, grouped as money is. */
export function count(items: number): string {
  return whole.format(items)
}

/** Unix seconds as '3 dic 2025', in the time zone of the device. */
export function date(seconds: number): string {
  return day.format(seconds * 1000)
}

/** The same in full: '3 de diciembre de 2025'. */
export function longDate(seconds: number): string {
  return longDay.format(seconds * 1000)
}

/** '3 de diciembre de 2025 a las 10:32'. */
export function longMoment(seconds: number): string {
  return `${longDate(seconds)} a las ${clock.format(seconds * 1000)}`
}

/** '3 dic 2025, 10:32'. */
export function moment(seconds: number): string {
  return `${date(seconds)}, ${clock.format(seconds * 1000)}`
}

/** Unix seconds as 'el 3 dic a las 10:32'. */
export function time(seconds: number): string {
  const part = Object.fromEntries(hour.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]))
  return `el ${part.day} ${part.month} a las ${part.hour}:${part.minute}`
}

/** The same without the year: '3 dic'. */
export function shortDate(seconds: number): string {
  return dayAndMonth.format(seconds * 1000)
}

/** '18:20'. */
export function clockTime(seconds: number): string {
  return clock.format(seconds * 1000)
}
