import { networks } from '../../chains.ts'

/** Of the network that takes most: a search does not always know its chain, and newer blocks are only searched again. */
export const FINAL_BLOCKS = BigInt(Math.max(...Object.values(networks).map(({ finalBlocks }) => finalBlocks)))

/** The first block that may still change when this one is the newest. */
export function firstUnfinal(newest: bigint): bigint {
  return newest < FINAL_BLOCKS ? 0n : newest - FINAL_BLOCKS + 1n
}
