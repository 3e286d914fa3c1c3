import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { fetchPayments } from '../chain/history/fetchPayments.ts'
import type { TakenLoan } from '../loans/loan.ts'

/** The payments and changes of a loan. Searches again when there are more, and aborts when the component unmounts. */
export function usePayments(book: Address, loan: TakenLoan) {
  const [progress, setProgress] = useState(0)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['payments', book, String(loan.id), String(loan.repaid), loan.dueAt, loan.status],
    queryFn: ({ signal }) => {
      setProgress(0)
      return fetchPayments(book, loan, { signal, onProgress: setProgress })
    },
    placeholderData: keepPreviousData,
    // Not cached here: fetchPayments caches what it found in final blocks.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  })
  return { found: data, hasFailed: isError, isSearching: isFetching, progress, searchAgain: refetch }
}
