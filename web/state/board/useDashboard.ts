import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { dropStaleAnswers } from '../../chain/dropStaleAnswers.ts'
import { type Dashboard, fetchDashboard } from '../../chain/fetchDashboard.ts'
import { watchLoans } from '../../chain/watchLoans.ts'

/** The dashboard, and the device's monotonic time in milliseconds when it arrived. */
type Answer = Dashboard & { receivedAt: number }

const EVERY = 10_000

/** Reads the dashboard every ten seconds, and at once when the contract announces something. */
export function useDashboard(address: Address | '') {
  const queryClient = useQueryClient()
  const [answers] = useState(dropStaleAnswers)
  const queryKey = ['dashboard', address]

  const { data, isError, refetch } = useQuery({
    queryKey,
    enabled: address !== '',
    queryFn: async (): Promise<Answer> => {
      if (address === '') throw new Error('There is no account to read for')
      const answer = await fetchDashboard(address)
      const before = queryClient.getQueryData<Answer>(queryKey)
      const isTaken = answers.accept(answer.at)
      return before && !isTaken ? before : { ...answer, receivedAt: performance.now() }
    },
    refetchInterval: EVERY,
    retry: false,
    // Also where the browser believes to be offline: a node on this very machine answers all the same.
    networkMode: 'always',
  })

  const book = data?.book?.address
  useEffect(() => {
    if (!book) return
    const lastRead = () => queryClient.getQueryData<Answer>(['dashboard', address])?.at.blockNumber ?? 0n
    return watchLoans(book, lastRead, () => refetch())
  }, [book, address, queryClient, refetch])

  return { dashboard: data, isOffline: isError, refresh: refetch }
}
