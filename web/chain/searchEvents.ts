import {
  type Address,
  BaseError,
  formatLog,
  HttpRequestError,
  isAddressEqual,
  numberToHex,
  parseEventLogs,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
} from 'viem'
import { loanBookAbi } from './abi.ts'
import { client } from './clients.ts'

const WIDEST_BLOCKS = 5_000n
const NARROWEST_BLOCKS = 5n
/** After so many answers in a row the range is doubled again. */
const GOOD_RUN = 8

const REFUSALS = [RpcRequestError, TimeoutError, ResponseBodyTooLargeError]

// Nodes do not say how many blocks one eth_getLogs may span: halved when one refuses, and kept for the next search.
let width = WIDEST_BLOCKS

export type BookEvent = Awaited<ReturnType<typeof fetchEvents>>[number]

/** The contract's events about one loan, range by range, each as wide as the node accepts. */
export async function* searchEvents(book: Address, id: bigint, from: bigint, to: bigint, signal: AbortSignal) {
  let run = 0
  let next = from
  while (next <= to) {
    signal.throwIfAborted()
    const last = next + width - 1n < to ? next + width - 1n : to
    const events = await fetchEvents(book, id, next, last).catch((error) => {
      const asked = last - next + 1n
      if (asked <= NARROWEST_BLOCKS || !isRefused(error)) throw error
      width = asked / 2n > NARROWEST_BLOCKS ? asked / 2n : NARROWEST_BLOCKS
      run = 0
    })
    if (!events) continue
    yield { events, upTo: last }
    next = last + 1n
    if (++run % GOOD_RUN === 0) width = width * 2n < WIDEST_BLOCKS ? width * 2n : WIDEST_BLOCKS
  }
}

async function fetchEvents(book: Address, id: bigint, from: bigint, to: bigint) {
  const topics = [null, numberToHex(id, { size: 32 })]
  const filter = { address: book, topics, fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const logs = await client.request({ method: 'eth_getLogs', params: [filter] })
  return parseEventLogs({ abi: loanBookAbi, logs: logs.map((log) => formatLog(log)) }).map((event) => {
    const { address, args, blockNumber, transactionHash, logIndex } = event
    const isWanted = isAddressEqual(address, book) && 'id' in args && args.id === id
    const isMined = blockNumber !== null && transactionHash !== null && logIndex !== null
    if (!isWanted || !isMined || blockNumber < from || blockNumber > to) {
      throw new Error(`Transaction ${transactionHash} says nothing of loan ${id} in blocks ${from} to ${to}`)
    }
    return { ...event, blockNumber, transactionHash, logIndex }
  })
}

/** Whether the node answered with a refusal, so that a narrower range may succeed. Not with a 429: that asks for fewer calls. */
function isRefused(error: unknown): boolean {
  const isReason = (cause: unknown) =>
    REFUSALS.some((kind) => cause instanceof kind) ||
    (cause instanceof HttpRequestError && cause.status !== undefined && cause.status !== 429)
  return error instanceof BaseError && error.walk(isReason) !== null
}
