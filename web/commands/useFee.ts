import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { homeChainId } from '../chain/node/homeChainId.ts'
import { isTransient, refusalOf } from '../chain/send/refusal.ts'
import { blockMsOf } from '../chains.ts'
import type { Wei } from '../loans/units.ts'

/** The base fee changes with each block. */
const POLL_MS = blockMsOf(homeChainId)
const DEBOUNCE_MS = 300

/**
 * A fee while it is on screen, or why there is none. Debounced, and one request at a time. Polled while the page is visible and
 * `isPolled`.
 */
export function useFee(key: readonly unknown[], ask: () => Promise<Wei | undefined>, isWanted: boolean, isPolled = true) {
  const last = useRef<Promise<unknown>>(undefined)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['fee', ...key],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
      await last.current
      signal.throwIfAborted()
      const asking = ask()
      last.current = asking.catch(() => {})
      return (await asking) ?? null
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    refetchInterval: isPolled ? POLL_MS : false,
    gcTime: 0,
  })
  const refusal = error ? refusalOf(error) : undefined
  return {
    /** The highest fee that will be paid; undefined while it is not known. */
    fee: data ?? undefined,
    /** True if the fee cannot be known before the command is signed. */
    isUnknown: data === null,
    refusal,
    mayRetry: refusal !== undefined && isTransient(refusal),
    askAgain: () => refetch(),
    /** The fee to agree to. Waits for a pending request. Undefined if the fee cannot be known before the command is signed. */
    settled: async (): Promise<Wei | undefined> =>
      (data === undefined || isPlaceholderData ? (await refetch({ cancelRefetch: false })).data : data) ?? undefined,
  }
}
