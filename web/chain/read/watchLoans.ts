import type { Address } from 'viem'
import { getLogs } from 'viem/actions'
import { client } from '../node/clients.ts'

const POLL_MS = 4_000

/**
 * Polls the contract's events since the block that was last read, with one small eth_getLogs. A hidden tab does not poll.
 * Returns the function that stops it.
 */
export function watchLoans(book: Address, lastRead: () => bigint, onNews: () => void): () => void {
  let isPolling = false

  const poll = async () => {
    if (isPolling || globalThis.document?.hidden) return
    isPolling = true
    try {
      const logs = await getLogs(client, { address: book, fromBlock: lastRead() + 1n, toBlock: 'latest' })
      if (logs.length > 0) onNews()
    } catch {
      // The next poll tries again; the dashboard's own query reports that the network is gone.
    } finally {
      isPolling = false
    }
  }

  const timer = setInterval(poll, POLL_MS)
  return () => clearInterval(timer)
}
