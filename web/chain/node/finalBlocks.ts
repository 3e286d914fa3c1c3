/** Finality: a block with so many on top of it does not change any more. Newer ones are searched again. */
export const FINAL_BLOCKS = 32n
