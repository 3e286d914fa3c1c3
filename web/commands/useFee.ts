import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { homeChainId } from '../chain/node/homeChainId.ts'
import type { Fee } from '../chain/send/prepare.ts'
import { isTransient, refusalOf } from '../chain/send/refusal.ts'
import { blockMsOf } from '../chains.ts'
import type { Wei } from '../loans/units.ts'

/** The base fee changes with each block. */
const POLL_MS = blockMsOf(homeChainId)
const DEBOUNCE_MS = 300
/**
 * How many times the fee that was last shown a click may agree to unseen, right after the command was changed. The longest note costs
 * six times as much as none.
 */
const MAX_GROWTH = 8n

/**
 * A fee while it is on screen, or why there is none. Debounced, and one request at a time. Polled while the page is visible and
 * `isPolled`.
 * @param name The command. While the fee of another command is not known, none is shown.
 * @param cause When it changes, the fee of the same command is requested again.
 */
export function useFee(name: string, cause: unknown, ask: () => Promise<Fee | undefined>, isWanted: boolean, isPolled = true) {
  const last = useRef<{ name: string; answer: Promise<Fee | null>; freshUntil: number }>(undefined)
  const askInTurn = async (signal?: AbortSignal) => {
    await last.current?.answer.catch(() => {})
    signal?.throwIfAborted()
    // A click and the query ask at about the same time.
    if (last.current?.name === name && performance.now() < last.current.freshUntil) return last.current.answer
    const asking = { name, answer: ask().then((fee) => fee ?? null), freshUntil: Number.POSITIVE_INFINITY }
    last.current = asking
    const expireIn = (ms: number) => () => {
      asking.freshUntil = performance.now() + ms
    }
    // After a failure, a click asks again.
    asking.answer.then(expireIn(2 * DEBOUNCE_MS), expireIn(0))
    return asking.answer
  }
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: ['fee', name, cause],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
      return askInTurn(signal)
    },
    enabled: isWanted,
    placeholderData: (before, query) => (query?.queryKey[1] === name ? before : undefined),
    refetchInterval: isPolled ? POLL_MS : false,
    gcTime: 0,
  })
  const refusal = error ? refusalOf(error) : undefined
  const lastShown = useRef<Fee>(undefined)
  useEffect(() => {
    if (data) lastShown.current = data
  }, [data])
  /**
   * The fee that a click agrees to: the shown one, or else the next answer. If the command was changed, at the price that was shown
   * before, and within MAX_GROWTH: what the user changed may cost more, but not because the network or a node asks for more.
   */
  const settled = async (): Promise<Wei | undefined> => {
    if (data !== undefined) return data?.fee
    const next = await askInTurn()
    const before = lastShown.current
    if (!before) return next?.fee
    const most = before.fee * MAX_GROWTH
    const fee = next && next.price > before.price ? (next.fee * before.price) / next.price : next?.fee
    return fee !== undefined && fee < most ? fee : most
  }
  return {
    /** The highest fee that will be paid; undefined while it is not known. */
    fee: data?.fee,
    /** True if the fee cannot be known before the command is signed. */
    isUnknown: data === null,
    refusal,
    /** Changes with each refusal. */
    refusedAt: errorUpdatedAt,
    mayRetry: refusal !== undefined && isTransient(refusal),
    askAgain: () => {
      last.current = undefined
      refetch()
    },
    settled,
  }
}
