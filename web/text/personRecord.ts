import type { PersonRecord } from '../loans/loan.ts'
import { esLoans } from './esLoans.ts'

/** One line on the other person: a borrower is known by what they paid back, a lender by how often they lent. */
export function recordLine(side: 'lent' | 'borrowed', record: PersonRecord | undefined): string {
  if (!record) return ''
  return side === 'lent' ? esLoans.record.borrower(record) : esLoans.record.lender(record)
}
