import { BaseError, HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'

const WIDEST_BLOCKS = 5_000n
/** Width for events that are rare, where the answer is short however wide the range is. */
const WIDEST_SPARSE_BLOCKS = 1_280_000n
const NARROWEST_BLOCKS = 5n
/** After so many answers in a row the range is doubled again. */
const GOOD_RUN = 8

const REFUSALS = [RpcRequestError, TimeoutError, ResponseBodyTooLargeError]

// Nodes do not say how many blocks one eth_getLogs may span: halved when one refuses, and kept for the next search.
let width = WIDEST_BLOCKS

type Search<T> = {
  from: bigint
  to: bigint
  /** From the oldest block on, or from the newest back. */
  first: 'oldest' | 'newest'
  /** The events are rare: each range is twice as wide as the one before, until the node refuses one. */
  isSparse?: boolean
  read: (from: bigint, to: bigint) => Promise<T>
  signal: AbortSignal
}

/** Reads a stretch of blocks range by range, each as wide as the node accepts. */
export async function* inRanges<T>({ from, to, first, isSparse = false, read, signal }: Search<T>) {
  let run = 0
  let [low, high] = [from, to]
  let wide = width
  let goodRun = isSparse ? 1 : GOOD_RUN
  while (low <= high) {
    signal.throwIfAborted()
    const asked = min(high - low + 1n, wide)
    const range = first === 'oldest' ? { from: low, to: low + asked - 1n } : { from: high - asked + 1n, to: high }
    const answer = await read(range.from, range.to).then(
      (found) => ({ found }),
      (error: unknown) => {
        if (asked <= NARROWEST_BLOCKS || !isRefused(error)) throw error
        wide = asked / 2n > NARROWEST_BLOCKS ? asked / 2n : NARROWEST_BLOCKS
        width = min(wide, WIDEST_BLOCKS)
        run = 0
        goodRun = GOOD_RUN
      },
    )
    if (!answer) continue
    yield { found: answer.found, ...range }
    if (first === 'oldest') low = range.to + 1n
    else high = range.from - 1n
    if (++run % goodRun !== 0) continue
    wide = min(wide * 2n, isSparse ? WIDEST_SPARSE_BLOCKS : WIDEST_BLOCKS)
    width = min(wide, WIDEST_BLOCKS)
  }
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Whether the node answered with a refusal, so that a narrower range may succeed. Not with a 429: that asks for fewer calls. */
function isRefused(error: unknown): boolean {
  const isReason = (cause: unknown) =>
    REFUSALS.some((kind) => cause instanceof kind) ||
    (cause instanceof HttpRequestError && cause.status !== undefined && cause.status !== 429)
  return error instanceof BaseError && error.walk(isReason) !== null
}
