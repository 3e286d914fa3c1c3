import type { Position } from './fetchDashboard.ts'

/**
 * Tells a node that lags from a chain that was reorganised. Both answer with a lower block than was seen before; but a node
 * that lags knows the same past, and a reorganised chain another one.
 */
export function dropStaleAnswers() {
  let highest: Position | undefined
  /** The hashes that answers gave, by height. */
  const past = new Map<bigint, string>()

  return {
    /** Whether an answer may replace the ones before it. */
    accept(answer: Position): boolean {
      const height = answer.blockNumber - 1n
      const known = past.get(height)
      const isReorganised = known !== undefined && known !== answer.parentHash
      if (!isReorganised && highest && answer.blockNumber < highest.blockNumber) return false

      if (isReorganised) for (const old of past.keys()) if (old >= height) past.delete(old)
      past.set(height, answer.parentHash)
      for (const old of past.keys()) if (past.size > REMEMBERED) past.delete(old)
      highest = answer
      return true
    },
  }
}

const REMEMBERED = 256
