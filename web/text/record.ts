import type { PersonRecord } from '../loans/loan.ts'
import { es } from './es.ts'

/** One line on the other person: a borrower is known by what they paid back, a lender by how often they lent. */
export function recordLine(side: 'lent' | 'borrowed', record: PersonRecord | undefined): string {
  if (!record) return ''
  return side === 'lent' ? es.record.borrower(record) : es.record.lender(record)
}
