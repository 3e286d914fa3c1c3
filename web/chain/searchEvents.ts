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

const WIDEST = 5_000n
const NARROWEST = 5n
/** So many answers in a row, and a wider stretch is tried again. */
const GOOD_RUN = 8

const REFUSALS = [RpcRequestError, TimeoutError, ResponseBodyTooLargeError]

// How many blocks a node looks through at once is its own secret: learned by being refused, and kept for the next search.
let width = WIDEST

export type BookEvent = Awaited<ReturnType<typeof askFor>>[number]

/** What the contract announced of a loan, stretch by stretch, as wide as the node puts up with. */
export async function* searchEvents(book: Address, id: bigint, from: bigint, to: bigint, signal: AbortSignal) {
  let run = 0
  let next = from
  while (next <= to) {
    signal.throwIfAborted()
    const last = next + width - 1n < to ? next + width - 1n : to
    const events = await askFor(book, id, next, last).catch((error) => {
      const asked = last - next + 1n
      if (asked <= NARROWEST || !isRefused(error)) throw error
      width = asked / 2n > NARROWEST ? asked / 2n : NARROWEST
      run = 0
    })
    if (!events) continue
    yield { events, upTo: last }
    next = last + 1n
    if (++run % GOOD_RUN === 0) width = width * 2n < WIDEST ? width * 2n : WIDEST
  }
}

async function askFor(book: Address, id: bigint, from: bigint, to: bigint) {
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

/** The node answered, and not with logs: it may well give fewer at a time. */
function isRefused(error: unknown): boolean {
  const isReason = (cause: unknown) =>
    REFUSALS.some((kind) => cause instanceof kind) || (cause instanceof HttpRequestError && cause.status !== undefined)
  return error instanceof BaseError && error.walk(isReason) !== null
}
