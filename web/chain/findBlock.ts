import { getBlock } from 'viem/actions'
import { client } from './clients.ts'

export type Mark = { number: bigint; timestamp: bigint }

/**
 * The first block at or after a moment that lies after `before` and no later than `after`. Interpolation search, with a
 * bisection every fourth step: few requests where blocks come evenly, logarithmic in the worst case.
 */
export async function findBlock(moment: bigint, before: Mark, after: Mark, signal: AbortSignal): Promise<Mark> {
  let [low, high] = [before, after]
  for (let turn = 1; high.number - low.number > 1n; turn++) {
    signal.throwIfAborted()
    const width = high.number - low.number
    const step = turn % 4 === 0 ? width / 2n : (width * (moment - low.timestamp)) / (high.timestamp - low.timestamp || 1n)
    const guess = low.number + clamp(step, 1n, width - 1n)
    const { timestamp } = await getBlock(client, { blockNumber: guess })
    if (timestamp < low.timestamp || timestamp > high.timestamp) throw new Error(`Block ${guess} is out of time: ${timestamp}`)
    if (timestamp < moment) low = { number: guess, timestamp }
    else high = { number: guess, timestamp }
  }
  return high
}

function clamp(value: bigint, min: bigint, max: bigint): bigint {
  return value < min ? min : value > max ? max : value
}
