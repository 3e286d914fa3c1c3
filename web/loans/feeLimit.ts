import type { Wei } from './units.ts'

/** The highest fee that is signed for one transaction, whatever a node asks: the most that a lying node can cost a user. */
export const MAX_FEE: Wei = 50_000_000_000_000_000n
