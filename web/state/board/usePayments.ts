import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { fetchPayments } from '../../chain/fetchPayments.ts'
import type { ActiveLoan, RepaidLoan } from '../../loans/loan.ts'

/** The payments of a loan, searched anew when more was paid, and no longer than somebody looks on. */
export function usePayments(book: Address, loan: ActiveLoan | RepaidLoan) {
  const [progress, setProgress] = useState(0)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['payments', book, String(loan.id), String(loan.repaid)],
    queryFn: ({ signal }) => {
      setProgress(0)
      return fetchPayments(book, loan, { signal, onProgress: setProgress })
    },
    placeholderData: keepPreviousData,
    // What was found is kept below: here it would only grow old.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  })
  return { found: data, hasFailed: isError, isSearching: isFetching, progress, searchAgain: refetch }
}
