import { getBlock } from 'viem/actions'
import { client } from '../node/clients.ts'
import { decodeNumber } from '../read/decodeLoan.ts'
import { inParts } from '../read/inParts.ts'
import { type Mark, SECONDS_PER_BLOCK } from './findBlock.ts'

/** Blocks that are read at once. */
const AT_ONCE = 10

/** Timestamps of blocks, in unix seconds. */
export function createBlockTimes() {
  const known = new Map<bigint, number>()
  const note = ({ number, timestamp }: Mark) => known.set(number, decodeNumber.timestamp(timestamp))
  return {
    known: known as ReadonlyMap<bigint, number>,
    note,
    /** Reads each unknown block once. A block that cannot be read stays unknown, and costs nothing else. */
    read: async (blocks: Iterable<bigint>): Promise<void> => {
      const unknown = [...new Set(blocks)].filter((block) => !known.has(block))
      for (const part of inParts(unknown, AT_ONCE)) {
        await Promise.all(part.map((blockNumber) => getBlock(client, { blockNumber }).then(note, () => {})))
      }
    },
    forgetFrom: (first: bigint) => {
      for (const block of known.keys()) if (block >= first) known.delete(block)
    },
    /** Estimates the time of an unknown block from its known neighbours. Good enough for a day, not for an hour. */
    estimate: (block: bigint): number => {
      let [below, above] = [undefined as bigint | undefined, undefined as bigint | undefined]
      for (const other of known.keys()) {
        if (other <= block && (below === undefined || other > below)) below = other
        if (other >= block && (above === undefined || other < above)) above = other
      }
      const at = (other: bigint) => known.get(other) ?? 0
      if (below === undefined) return above === undefined ? 0 : at(above) - Number((above - block) * SECONDS_PER_BLOCK)
      if (above === undefined || above === below) return at(below) + Number((block - below) * SECONDS_PER_BLOCK)
      const share = Number(block - below) / Number(above - below)
      return Math.round(at(below) + (at(above) - at(below)) * share)
    },
  }
}

export type BlockTimes = ReturnType<typeof createBlockTimes>
