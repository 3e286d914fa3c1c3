import { DAY, type Loan, type TakenLoan } from './loan.ts'
import type { Dollars } from './units.ts'

/** The terms that an offer may have, in days. */
export const TERM_DAYS = [15, 30, 60, 90] as const

/** The numbers of equal payments that can be chosen. */
export const INSTALMENTS = [1, 2, 3, 6, 12] as const

/** 100 % in hundredths of a percent. */
const WHOLE_APR = 10_000n
const YEAR_SECONDS = BigInt(365 * DAY)

/**
 * The total to repay: principal and simple interest for the whole term, rounded up in the lender's favour, exactly as the
 * contract computes it. The specification's examples carry no interest.
 */
export function totalOf({ principal, apr, duration, demo }: Pick<Loan, 'principal' | 'apr' | 'duration' | 'demo'>): Dollars {
  if (demo) return principal
  const whole = WHOLE_APR * YEAR_SECONDS
  return principal + (principal * BigInt(apr) * BigInt(duration) + whole - 1n) / whole
}

/** Debt that is still to be paid. */
export function owedOn(loan: TakenLoan): Dollars {
  if (loan.status === 'forgiven') return 0n
  const rest = totalOf(loan) - loan.repaid
  return rest > 0n ? rest : 0n
}

/** Whether the lender gave more time than was agreed at first. */
export function isExtended({ startedAt, duration, dueAt }: TakenLoan): boolean {
  return dueAt > startedAt + duration
}

/** The share that was paid back, in whole percent from 0 to 100. */
export function percentRepaid(loan: TakenLoan): number {
  const total = totalOf(loan)
  if (total <= 0n) return 100
  const rounded = (loan.repaid * 200n + total) / (total * 2n)
  return Number(rounded < 0n ? 0n : rounded > 100n ? 100n : rounded)
}

/** The term in whole days, rounded down. */
export function wholeDays(duration: number): number {
  return Math.floor(duration / DAY)
}
