/** Finality: a block with so many on top of it does not change any more. Newer ones are searched again. */
export const FINAL_BLOCKS = 32n

/** The first block that may still change when this one is the newest. */
export function firstUnfinal(newest: bigint): bigint {
  return newest < FINAL_BLOCKS ? 0n : newest - FINAL_BLOCKS + 1n
}
