import { DOLLAR, type PersonRecord } from '../loans/loan.ts'
import { esLoans } from './esLoans.ts'
import { money } from './format.ts'

/**
 * What a person paid back of the loans that they took, whether they lend or borrow now. The record does not tell whether a
 * loan is late now: `current` does, if it is about the only one they took.
 */
export function recordLine({ taken, repaid, repaidLate, repaidDollars }: PersonRecord, current?: { isLate: boolean }): string {
  const { none, underWay, repaidOf, late, isLate, isOnTime } = esLoans.record
  if (taken === 0) return none
  if (repaid === 0) {
    return taken === 1 && current ? `${underWay(taken)}, ${current.isLate ? isLate : isOnTime}` : underWay(taken)
  }
  const dollars = money(BigInt(repaidDollars) * DOLLAR)
  const kept = repaidLate === 0 ? repaidOf(repaid, taken) : `${repaidOf(repaid, taken)}, ${late(repaidLate)}`
  return `${kept} · ${dollars}`
}
