import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { homeChainId } from '../chain/node/homeChainId.ts'
import type { Fee } from '../chain/send/prepare.ts'
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
export function useFee(key: readonly unknown[], ask: () => Promise<Fee | undefined>, isWanted: boolean, isPolled = true) {
  const name = key.join()
  const last = useRef<{ name: string; answer: Promise<Fee | null>; freshUntil: number }>(undefined)
  const askInTurn = async (signal?: AbortSignal) => {
    await last.current?.answer.catch(() => {})
    signal?.throwIfAborted()
    // A click and the query ask at about the same time.
    if (last.current?.name === name && performance.now() < last.current.freshUntil) return last.current.answer
    const asking = { name, answer: ask().then((fee) => fee ?? null), freshUntil: Number.POSITIVE_INFINITY }
    last.current = asking
    const expire = () => {
      asking.freshUntil = performance.now() + 2 * DEBOUNCE_MS
    }
    asking.answer.then(expire, expire)
    return asking.answer
  }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['fee', ...key],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
      return askInTurn(signal)
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    refetchInterval: isPolled ? POLL_MS : false,
    gcTime: 0,
  })
  const refusal = error ? refusalOf(error) : undefined
  /**
   * The fee that a click agrees to: the shown one, or the next answer. If the shown fee is that of another command, the answer's
   * gas at the shown price: what the user changed may cost more, but not because the network does.
   */
  const settled = async (): Promise<Wei | undefined> => {
    if (data !== undefined && !isPlaceholderData) return data?.fee
    const next = await askInTurn()
    return next && data && next.price > data.price ? (next.fee * data.price) / next.price : next?.fee
  }
  return {
    /** The highest fee that will be paid; undefined while it is not known. */
    fee: data?.fee,
    /** True if the fee cannot be known before the command is signed. */
    isUnknown: data === null,
    refusal,
    mayRetry: refusal !== undefined && isTransient(refusal),
    askAgain: () => {
      last.current = undefined
      refetch()
    },
    settled,
  }
}
