/** How much earlier than the last block the next one is looked for, so that a late phase moves back, block by block. */
const EARLY_MS = 500
/** How soon it is looked for again where it was not there yet. */
const AGAIN_MS = 3_000
/** A block that is found within so long of when it was due, or was last looked for, tells when the next one comes. */
const NEAR_MS = 4_000
/** A chain that is late by so many blocks has stopped, as it seems: it is read once per block then. */
const STOPPED_BLOCKS = 1.25
/** How often a chain is read whose next block cannot be foretold. */
const UNFORETOLD_MS = 6_000

type Answer = {
  block: bigint
  /** Monotonic, in milliseconds: when the question was sent, and when it was answered. */
  askedAt: number
  answeredAt: number
}

/**
 * Says after each answer how many milliseconds later the chain is read again: when its next block is expected, from when the ones
 * before were first seen. The timestamps of blocks have no part in it, nor has the device's date: both may be wrong.
 */
export function createPace() {
  let last: Answer | undefined
  /** When the next block is expected. In the past: it is late, or nobody knows yet when it comes. */
  let due = 0

  const isTimely = ({ block, askedAt }: Answer): boolean => {
    if (!last) return false
    const wasLookedFor = last.askedAt >= due
    return wasLookedFor ? askedAt - last.answeredAt < NEAR_MS : block === last.block + 1n && askedAt - due < NEAR_MS
  }

  return (answer: Answer, blockMs: number | undefined): number => {
    if (blockMs === undefined) return UNFORETOLD_MS
    const { block, askedAt, answeredAt } = answer
    if (block !== last?.block) {
      due = isTimely(answer) ? askedAt + blockMs - EARLY_MS : askedAt
    }
    last = answer
    if (askedAt < due) return Math.max(due - answeredAt, AGAIN_MS)
    return askedAt - due < STOPPED_BLOCKS * blockMs ? AGAIN_MS : blockMs
  }
}
