import type { Position } from '../read/fetchDashboard.ts'

/**
 * Tells a lagging node from a reorganised chain, and from one that follows an answer that was false. All of them answer with
 * a lower block than was seen before. But the block hashes of a lagging node match those seen at the same height, its block
 * is older by its timestamp too, and it catches up.
 */
export function dropStaleAnswers() {
  let highest: Position | undefined
  /** Block hashes seen so far, by height. */
  const past = new Map<bigint, string>()
  /** The highest block since answers are dropped, and how often it grew. */
  let dropped: { blockNumber: bigint; growths: number } | undefined

  const isLagging = ({ blockNumber, timestamp }: Position): boolean => {
    if (!highest || blockNumber >= highest.blockNumber) return false
    if (timestamp > highest.timestamp) return false
    const before = dropped?.blockNumber ?? blockNumber
    dropped = {
      blockNumber: blockNumber > before ? blockNumber : before,
      growths: (dropped?.growths ?? 0) + (blockNumber > before ? 1 : 0),
    }
    return dropped.growths < BELIEVED_GROWTHS
  }

  return {
    /** Whether an answer may replace the ones before it. */
    accept(answer: Position): boolean {
      const height = answer.blockNumber - 1n
      const known = past.get(height)
      const isReorganised = known !== undefined && known !== answer.parentHash
      if (!isReorganised && isLagging(answer)) return false

      const isLower = highest !== undefined && answer.blockNumber < highest.blockNumber
      if (isReorganised || isLower) for (const old of past.keys()) if (old >= height) past.delete(old)
      past.set(height, answer.parentHash)
      for (const old of past.keys()) if (past.size > REMEMBERED_BLOCKS) past.delete(old)
      highest = answer
      dropped = undefined
      return true
    },
  }
}

const REMEMBERED_BLOCKS = 256
/** A chain that grew so often and is still behind was not overtaken: the higher block never existed. More than a minute. */
const BELIEVED_GROWTHS = 6
