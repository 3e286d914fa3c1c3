import type { Address } from 'viem'
import { getLogs } from 'viem/actions'
import { client } from './clients.ts'

const EVERY = 4_000

/**
 * Asks every four seconds whether the contract announced anything since the block that was last read, in one small request.
 * A hidden page asks nothing. Gives back what ends it.
 */
export function watchLoans(book: Address, lastRead: () => bigint, onNews: () => void): () => void {
  let isAsking = false

  const ask = async () => {
    if (isAsking || document.hidden) return
    isAsking = true
    try {
      const logs = await getLogs(client, { address: book, fromBlock: lastRead() + 1n, toBlock: 'latest' })
      if (logs.length > 0) onNews()
    } catch {
      // The next question will tell; the dashboard itself says when the network is gone.
    } finally {
      isAsking = false
    }
  }

  const timer = setInterval(ask, EVERY)
  return () => clearInterval(timer)
}
