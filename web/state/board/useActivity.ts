import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { createActivityLog } from '../../chain/activityLog.ts'
import type { Book } from '../../chain/fetchDashboard.ts'
import { useWallet } from '../session/session.tsx'

/** After a failure. */
const RETRY_MS = 10_000

/** What happened, newest first. Searches again when my loans or my dollars change, and stops when the component unmounts. */
export function useActivity(book: Book) {
  const { address } = useWallet()
  const [presses, setPresses] = useState(1)
  const [progress, setProgress] = useState(0)
  const { address: contract, dollarBalance, lent, borrowed, requested } = book
  const log = useMemo(() => createActivityLog(contract, address), [contract, address])
  const version = useMemo(
    () =>
      [lent, borrowed, requested]
        .flatMap(({ rows }) => rows.map(({ id, status, owed, dueAt }) => `${id} ${status} ${owed} ${dueAt}`))
        .join(),
    [lent, borrowed, requested],
  )
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['activity', contract, address, String(dollarBalance), version, presses],
    queryFn: ({ signal }) => {
      setProgress(0)
      return log.read(book, { presses, signal, onProgress: setProgress })
    },
    placeholderData: keepPreviousData,
    // The log keeps what it found.
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
    refetchOnWindowFocus: false,
    networkMode: 'always',
  })
  return {
    found: data,
    hasFailed: isError,
    isSearching: isFetching,
    progress,
    searchAgain: refetch,
    searchMore: () => setPresses(presses + 1),
  }
}
