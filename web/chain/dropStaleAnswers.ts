import type { Position } from './fetchDashboard.ts'

/**
 * Tells a lagging node from a reorganised chain. Both answer with a lower block than was seen before, but the block hashes of
 * a lagging node match those seen at the same height, and those of a reorganised chain do not.
 */
export function dropStaleAnswers() {
  let highest: Position | undefined
  /** Block hashes seen so far, by height. */
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
      for (const old of past.keys()) if (past.size > REMEMBERED_BLOCKS) past.delete(old)
      highest = answer
      return true
    },
  }
}

const REMEMBERED_BLOCKS = 256
