import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dropStaleAnswers } from '../chain/node/dropStaleAnswers.ts'
import { type Dashboard, fetchDashboard } from '../chain/read/fetchDashboard.ts'
import { watchLoans } from '../chain/read/watchLoans.ts'
import { useWallet } from '../session/session.tsx'

type Answer = Dashboard & {
  /** The device's monotonic time in milliseconds when it arrived. */
  receivedAt: number
  /** How many answers were dropped since, because they were older. */
  droppedCount: number
}

const POLL_MS = 10_000
/** One alone is common where several machines stand behind one node. */
const LAGGING_ANSWERS = 2

/** Polls the dashboard, and reads it at once when the contract emits an event or somebody begins to look at the requests. */
export function useDashboard(withRequests: boolean) {
  const { address } = useWallet()
  const queryClient = useQueryClient()
  const [answers] = useState(dropStaleAnswers)
  const queryKey = ['dashboard', address]

  const { data, isError, errorUpdateCount, refetch } = useQuery({
    queryKey,
    queryFn: async (): Promise<Answer> => {
      const answer = await fetchDashboard(address, withRequests)
      const before = queryClient.getQueryData<Answer>(queryKey)
      const isTaken = answers.accept(answer.at)
      if (isTaken || !before) return { ...answer, receivedAt: performance.now(), droppedCount: 0 }
      return { ...before, droppedCount: before.droppedCount + 1 }
    },
    refetchInterval: POLL_MS,
    retry: false,
    // Even where the browser believes to be offline: a node on this machine still answers.
    networkMode: 'always',
    refetchOnReconnect: 'always',
  })

  const wereWanted = useRef(withRequests)
  useEffect(() => {
    if (withRequests && !wereWanted.current) refetch()
    wereWanted.current = withRequests
  }, [withRequests, refetch])

  const book = data?.book?.address
  useEffect(() => {
    if (!book) return
    const lastRead = () => queryClient.getQueryData<Answer>(['dashboard', address])?.at.blockNumber ?? 0n
    return watchLoans(book, lastRead, () => refetch())
  }, [book, address, queryClient, refetch])

  return {
    dashboard: data,
    // Without data the query is pending again during each retry, and no error for that long.
    isOffline: isError || (data === undefined && errorUpdateCount > 0),
    /** The network answers, but with less than what is shown. */
    isLagging: (data?.droppedCount ?? 0) >= LAGGING_ANSWERS,
    refresh: refetch,
  }
}
