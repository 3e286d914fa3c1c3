import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { homeChainId } from '../chain/node/homeChainId.ts'
import { isTransient, refusalOf } from '../chain/send/refusal.ts'
import { blockMsOf } from '../chains.ts'
import type { Wei } from '../loans/units.ts'

/** The base fee changes with each block. */
const POLL_MS = blockMsOf(homeChainId)
const DEBOUNCE_MS = 300

/** A fee, or a price, while it is on screen, or why there is none. Debounced, so that typing asks once; then polled. */
export function useFee(key: readonly unknown[], ask: () => Promise<Wei>, isWanted: boolean) {
  const { data, error, refetch } = useQuery({
    queryKey: ['fee', ...key],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
      signal.throwIfAborted()
      return ask()
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    gcTime: 0,
  })
  const refusal = error ? refusalOf(error) : undefined
  return {
    /** The most that it can be; undefined while it is not known. */
    fee: data,
    refusal,
    mayRetry: refusal !== undefined && isTransient(refusal),
    askAgain: () => refetch(),
  }
}
