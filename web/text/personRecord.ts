import type { PersonRecord } from '../loans/loan.ts'
import { esLoans } from './esLoans.ts'

/** The record of the person on the other side: of a borrower what they paid back, of a lender how often they lent. */
export function recordLine(side: 'lent' | 'borrowed', record: PersonRecord): string {
  return side === 'lent' ? esLoans.record.borrower(record) : esLoans.record.lender(record)
}
