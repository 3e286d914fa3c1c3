import { CENT, type Proposal, type TakenLoan } from './loan.ts'
import { totalOf } from './terms.ts'
import type { Dollars } from './units.ts'

/** `next` is the first that is not paid and not late. */
type InstalmentState = 'paid' | 'late' | 'next' | 'later'

export type Instalment = {
  /** From 1. */
  number: number
  /** Unix seconds. That second is still on time. */
  dueAt: number
  /** In whole cents, but for the last one. */
  amount: Dollars
  /** Unpaid part. Where parts of a cent were paid before, it may exceed the amount by less than a cent. */
  missing: Dollars
  state: InstalmentState
}

type Planned = Pick<TakenLoan, 'principal' | 'apr' | 'duration' | 'instalments' | 'demo' | 'startedAt' | 'dueAt' | 'repaid'>

/** The plan of payments: equal parts at equal distances. Paid and late are decided by the same rounding as the contract's. */
export function planOf(loan: Planned, now: number): Instalment[] {
  const first = nextNumber(loan)
  const plan = Array.from({ length: loan.instalments }, (_, index) => {
    const number = index + 1
    const [before, after] = [centsUpTo(loan, number - 1), centsUpTo(loan, number)]
    const isPaid = loan.repaid >= sumUpTo(loan, number)
    const missing = isPaid ? 0n : after - (number === first ? loan.repaid : before)
    return { number, dueAt: dueAtOf(loan, number), amount: after - before, missing, isPaid }
  })
  const next = plan.find(({ isPaid, dueAt }) => !isPaid && now <= dueAt)?.number
  return plan.map(({ isPaid, ...part }) => {
    const state = isPaid ? 'paid' : part.number === next ? 'next' : now > part.dueAt ? 'late' : 'later'
    return { ...part, state }
  })
}

/** The plan of an offer or a request if it were taken now. */
export function planIfTaken(loan: Pick<Proposal, 'principal' | 'apr' | 'duration' | 'instalments'>, now: number): Instalment[] {
  return planOf({ ...loan, demo: false, startedAt: now, dueAt: now + loan.duration, repaid: 0n }, now)
}

/** How many unpaid instalments are late. */
export function lateCount(loan: TakenLoan, now: number): number {
  if (loan.status !== 'active') return 0
  return planOf(loan, now).filter(({ state }) => state === 'late').length
}

/** Which instalments a payment goes to. `isPart`: the last of them stays unpaid in part. Less than a cent goes unnoticed. */
export function instalmentsPaid(loan: TakenLoan, amount: Dollars): { first: number; last: number; isPart: boolean } {
  const paid = loan.repaid + amount
  const reaches = (number: number) => paid >= sumUpTo(loan, number) || paid >= sumUpTo(loan, number - 1) + CENT
  const first = nextNumber(loan)
  let last = first
  while (last < loan.instalments && reaches(last + 1)) last++
  return { first, last, isPart: paid < sumUpTo(loan, last) }
}

/** How much should have been paid by then, the due second itself still being on time. */
export function expectedBy(loan: TakenLoan, time: number): Dollars {
  const due = planOf(loan, time).filter(({ dueAt }) => dueAt < time)
  return sumUpTo(loan, due.length)
}

/**
 * The next unpaid instalment. It completes whole cents, so that what is shown is what is paid; the last one, or the only
 * one, is all that is owed.
 */
export function nextPayment(loan: Planned): Pick<Instalment, 'number' | 'dueAt'> & { amount: Dollars } {
  const number = nextNumber(loan)
  const missing = centsUpTo(loan, number) - loan.repaid
  return { number, dueAt: dueAtOf(loan, number), amount: missing > 0n ? missing : 0n }
}

/** The first instalment that is not paid; the last one if all are. */
function nextNumber(loan: Planned): number {
  const instalments = BigInt(loan.instalments)
  const paid = (loan.repaid * instalments) / totalOf(loan)
  return Number((paid < instalments ? paid : instalments - 1n) + 1n)
}

/** Sum of the first instalments by the contract, rounded up in the lender's favour. */
function sumUpTo(loan: Planned, number: number): Dollars {
  const instalments = BigInt(loan.instalments)
  return (totalOf(loan) * BigInt(number) + instalments - 1n) / instalments
}

/** The same as it is shown and paid: sums, not parts, are rounded up to the cent, so that the parts come to the total. */
function centsUpTo(loan: Planned, number: number): Dollars {
  const [total, cents] = [totalOf(loan), (sumUpTo(loan, number) + CENT - 1n) / CENT]
  return cents * CENT < total ? cents * CENT : total
}

function dueAtOf({ startedAt, dueAt, instalments }: Planned, number: number): number {
  return startedAt + Math.floor(((dueAt - startedAt) * number) / instalments)
}
