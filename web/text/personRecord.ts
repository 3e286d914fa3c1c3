import type { PersonRecord } from '../loans/loan.ts'
import { esLoans } from './esLoans.ts'

/** What a person paid back of the loans that they took, whether they lend or borrow now. */
export function recordLine({ taken, repaid, repaidLate }: PersonRecord): string {
  const { none, repaidOf, late } = esLoans.record
  if (taken === 0) return none
  return repaidLate === 0 ? repaidOf(repaid, taken) : `${repaidOf(repaid, taken)}, ${late(repaidLate)}`
}
