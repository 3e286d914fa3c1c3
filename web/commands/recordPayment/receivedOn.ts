import type { TakenLoan } from '../../loans/loan.ts'
import { nextPayment } from '../../loans/plan.ts'
import { isoDay } from '../../text/format.ts'

/** By how much the block of a node that answers later may be older than the newest known one, in seconds. */
const MARGIN = 60

/** The days that can be chosen, in the device's time zone. `now`: the newest block's timestamp. */
export function receivedDays({ startedAt }: TakenLoan, now: number): { first: string; last: string } {
  return { first: isoDay(startedAt), last: isoDay(now) }
}

/**
 * The time in unix seconds at which a payment of that day ('2026-11-16') counts as received: the end of the day, but in time if
 * the next payment is due on it. Within what the contract accepts. Undefined if the day cannot be chosen.
 */
export function receivedOn(day: string, loan: TakenLoan, now: number): number | undefined {
  const { first, last } = receivedDays(loan, now)
  // In this form days sort as texts.
  if (day < first || day > last) return undefined
  const { dueAt } = nextPayment(loan)
  const time = isoDay(dueAt) === day ? dueAt : new Date(`${day}T23:59:59`).getTime() / 1000
  return Math.max(loan.startedAt, Math.min(time, now - MARGIN))
}
