import { DAY, type Loan, type TakenLoan } from './loan.ts'
import { totalOf } from './terms.ts'

const SOON_DAYS = 3

type NextPayment = {
  /** Which instalment it is, from 1. */
  number: number
  /** Unix seconds. */
  dueAt: number
  /** What is missing of it. */
  amount: bigint
}

/** The next unpaid instalment, by the same rounding as the contract's. With one instalment it is all that is owed. */
export function nextPayment(loan: TakenLoan): NextPayment {
  const [total, instalments] = [totalOf(loan), BigInt(loan.instalments)]
  const paid = (loan.repaid * instalments) / total
  const next = (paid < instalments ? paid : instalments - 1n) + 1n
  const missing = (total * next + instalments - 1n) / instalments - loan.repaid
  const lasts = loan.dueAt - loan.startedAt
  return {
    number: Number(next),
    dueAt: loan.startedAt + Math.floor((lasts * Number(next)) / loan.instalments),
    amount: missing > 0n ? missing : 0n,
  }
}

/** Whole days to the due moment, rounded down: one second late is −1. */
export function daysLeft({ dueAt }: { dueAt: number }, now: number): number {
  return Math.floor((dueAt - now) / DAY)
}

export type DueState = 'overdue' | 'soon' | 'onTime'

export function dueState(days: number): DueState {
  if (days < 0) return 'overdue'
  return days <= SOON_DAYS ? 'soon' : 'onTime'
}

export function isOverdue(loan: Loan, now: number): boolean {
  return loan.status === 'active' && now > nextPayment(loan).dueAt
}
