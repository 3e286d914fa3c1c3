import { CENT, type Proposal, type TakenLoan } from './loan.ts'
import { totalOf } from './terms.ts'

/** `next` is the first that is not paid and not late. */
type InstalmentState = 'paid' | 'late' | 'next' | 'later'

export type Instalment = {
  /** From 1. */
  number: number
  /** Unix seconds. That second is still on time. */
  dueAt: number
  amount: bigint
  /** What of it is not paid yet. */
  missing: bigint
  state: InstalmentState
}

type Planned = Pick<TakenLoan, 'principal' | 'apr' | 'duration' | 'instalments' | 'demo' | 'startedAt' | 'dueAt' | 'repaid'>

/** The plan of payments: equal parts at equal distances, by the same rounding as the contract's. */
export function planOf(loan: Planned, now: number): Instalment[] {
  const plan = Array.from({ length: loan.instalments }, (_, index) => {
    const number = index + 1
    const [before, after] = [sumUpTo(loan, number - 1), sumUpTo(loan, number)]
    const missing = after > loan.repaid ? after - (loan.repaid > before ? loan.repaid : before) : 0n
    return { number, dueAt: dueAtOf(loan, number), amount: after - before, missing }
  })
  const next = plan.find(({ missing, dueAt }) => missing > 0n && now <= dueAt)?.number
  return plan.map((part) => {
    const state = part.missing === 0n ? 'paid' : part.number === next ? 'next' : now > part.dueAt ? 'late' : 'later'
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
export function instalmentsPaid(loan: TakenLoan, amount: bigint): { first: number; last: number; isPart: boolean } {
  const before = planOf(loan, loan.startedAt)
  const after = planOf({ ...loan, repaid: loan.repaid + amount }, loan.startedAt)
  const touched = after.filter(({ missing }, index) => (before[index]?.missing ?? 0n) - missing >= CENT)
  const first = nextPayment(loan).number
  const last = touched.at(-1)
  return { first, last: last?.number ?? first, isPart: last === undefined || last.missing > 0n }
}

/** How much should have been paid by then, the due second itself still being on time. */
export function expectedBy(loan: TakenLoan, time: number): bigint {
  const due = planOf(loan, time).filter(({ dueAt }) => dueAt < time)
  return sumUpTo(loan, due.length)
}

/** The next unpaid instalment. With one instalment it is all that is owed. */
export function nextPayment(loan: Planned): Pick<Instalment, 'number' | 'dueAt'> & { amount: bigint } {
  const [total, instalments] = [totalOf(loan), BigInt(loan.instalments)]
  const paid = (loan.repaid * instalments) / total
  const number = Number((paid < instalments ? paid : instalments - 1n) + 1n)
  const missing = sumUpTo(loan, number) - loan.repaid
  return { number, dueAt: dueAtOf(loan, number), amount: missing > 0n ? missing : 0n }
}

/** What the first instalments come to, rounded up in the lender's favour. */
function sumUpTo(loan: Planned, number: number): bigint {
  const instalments = BigInt(loan.instalments)
  return (totalOf(loan) * BigInt(number) + instalments - 1n) / instalments
}

function dueAtOf({ startedAt, dueAt, instalments }: Planned, number: number): number {
  return startedAt + Math.floor(((dueAt - startedAt) * number) / instalments)
}
