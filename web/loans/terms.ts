import type { ActiveLoan, Loan, RepaidLoan } from './loan.ts'

const APR_OF_ONE = 10_000n
const YEAR = 365n * 86_400n

/**
 * What is paid back in all: principal and simple interest for the whole term, rounded up in the lender's favour, as the
 * contract has it. The examples of the specification carry no interest.
 */
export function totalOf({ principal, apr, duration, demo }: Pick<Loan, 'principal' | 'apr' | 'duration' | 'demo'>): bigint {
  if (demo) return principal
  const whole = APR_OF_ONE * YEAR
  return principal + (principal * BigInt(apr) * BigInt(duration) + whole - 1n) / whole
}

/** What is still to be paid. */
export function owedOn(loan: ActiveLoan | RepaidLoan): bigint {
  const rest = totalOf(loan) - loan.repaid
  return rest > 0n ? rest : 0n
}

/** The share that was paid back, in whole percent from 0 to 100. */
export function percentRepaid(loan: ActiveLoan | RepaidLoan): number {
  const total = totalOf(loan)
  if (total <= 0n) return 100
  const rounded = (loan.repaid * 200n + total) / (total * 2n)
  return Number(rounded < 0n ? 0n : rounded > 100n ? 100n : rounded)
}
