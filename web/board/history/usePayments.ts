import type { Address } from 'viem'
import { fetchPayments } from '../../chain/history/fetchPayments.ts'
import type { TakenLoan } from '../../loans/loan.ts'
import { useLongSearch } from './useLongSearch.ts'

/** The payments and changes of a loan. Searches again when there are more; what it found in final blocks is cached. */
export function usePayments(book: Address, loan: TakenLoan) {
  const version = [book, loan.id, loan.repaid, loan.dueAt, loan.status].join()
  return useLongSearch(version, (options) => fetchPayments(book, loan, options))
}
