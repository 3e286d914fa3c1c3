import type { Address } from 'viem'
import { isSameAddress } from '../../loans/loan.ts'
import { FINAL_BLOCKS, firstUnfinal } from '../node/finalBlocks.ts'
import { genesisOf, recentGenesisOf } from '../node/genesisOf.ts'
import type { Book } from '../read/fetchDashboard.ts'
import { tokenOf } from '../token/tokenOf.ts'
import { fetchTransfers } from './fetchTransfers.ts'
import { inRanges } from './inRanges.ts'

/** In one reading: all of Sepolia, where the node does not limit a range, and a month where it gives 10,000 blocks at once. */
const MAX_RANGES = 25

export type Recipients = {
  /** The last one first. */
  people: readonly Address[]
  /** Whether every block was searched. */
  isWhole: boolean
}

type Log = { genesis: string; book: Address; token: Address; people: Address[]; from: bigint; to: bigint }

/**
 * Everybody to whom an account sent dollars, by the token's events. Nobody is added by what they sent, nor by a transfer of
 * nothing, which anyone can make in anybody's name. Keeps what it found: reading again goes on with newer and older blocks.
 */
export function createRecipientLog(account: Address) {
  let kept: Log | undefined

  return async ({ address: book, chainId, blockNumber }: Book, signal: AbortSignal): Promise<Recipients> => {
    // Compared with that of the reading before: there is nothing to compare at first.
    const genesis = await (kept ? genesisOf(chainId) : recentGenesisOf(chainId))
    if (kept?.genesis !== genesis || kept.book !== book || blockNumber < kept.to - FINAL_BLOCKS) {
      const token = await tokenOf(book)
      kept = { genesis, book, token, people: [], from: blockNumber + 1n, to: blockNumber }
    }
    signal.throwIfAborted()
    const log = kept
    const isPerson = (to: Address) => ![account, book, log.token].some((ours) => isSameAddress(ours, to))
    let left = MAX_RANGES
    /** Returns whether all of it was searched. */
    const search = async (from: bigint, to: bigint, found: (people: Address[], low: bigint) => void): Promise<boolean> => {
      const read = (low: bigint, high: bigint) => fetchTransfers({ token: log.token, from: account }, low, high)
      for await (const part of inRanges({ from, to, first: 'newest', isSparse: true, read, signal })) {
        signal.throwIfAborted()
        const sent = part.found.filter(({ to: person, amount }) => amount > 0n && isPerson(person))
        found(sent.map(({ to: person }) => person).reverse(), part.from)
        if (--left <= 0) return part.from === from
      }
      return true
    }

    let isWhole = false
    try {
      const fresh: Address[] = []
      const again = firstUnfinal(log.to)
      const isCurrent = await search(again > log.from ? again : log.from, blockNumber, (people) => fresh.push(...people))
      log.people = unique([...fresh, ...log.people])
      if (isCurrent) log.to = blockNumber
      const isOldest = await search(0n, log.from - 1n, (people, low) => {
        log.people = unique([...log.people, ...people])
        log.from = low
      })
      isWhole = isCurrent && isOldest
    } catch (error) {
      signal.throwIfAborted()
      // A part is worth more than nothing.
      if (log.from > log.to) throw error
    }
    return { people: log.people, isWhole }
  }
}

function unique(people: readonly Address[]): Address[] {
  return [...new Set(people)]
}
