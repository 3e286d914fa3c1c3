import { type Address, formatLog, isAddressEqual, numberToHex, parseEventLogs } from 'viem'
import { loanBookAbi } from '../abi.ts'
import { client } from '../node/clients.ts'
import { inRanges } from './inRanges.ts'

export type BookEvent = Awaited<ReturnType<typeof fetchEvents>>[number]

/** The contract's events about one loan, range by range. */
export async function* searchEvents(book: Address, id: bigint, from: bigint, to: bigint, signal: AbortSignal) {
  const read = (first: bigint, last: bigint) => fetchEvents(book, id, first, last)
  for await (const { found, to: upTo } of inRanges({ from, to, first: 'oldest', read, signal })) yield { events: found, upTo }
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
