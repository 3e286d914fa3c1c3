import { getBlock } from 'viem/actions'
import { client } from '../node/clients.ts'

export type Mark = { number: bigint; timestamp: bigint }

/** Ethereum's. Where blocks come faster the search takes more steps. */
export const SECONDS_PER_BLOCK = 12n

/**
 * The first block at or after a moment that is no later than `after`. Interpolation search, with a bisection every fourth
 * step: few requests where blocks come evenly, logarithmic in the worst case.
 */
export async function findBlock(moment: bigint, after: Mark, signal: AbortSignal): Promise<Mark> {
  let [low, high] = [await findEarlier(moment, after, signal), after]
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

/**
 * A block before a moment, and not long before: nodes that let old history expire do not serve the oldest blocks (error 4444).
 * Block 0 is asked for only on a chain that is younger than that, such as a local one.
 */
async function findEarlier(moment: bigint, { number: last, timestamp: now }: Mark, signal: AbortSignal): Promise<Mark> {
  for (let back = clamp((now - moment) / SECONDS_PER_BLOCK + 1n, 1n, last); ; back = clamp(back * 2n, 1n, last)) {
    signal.throwIfAborted()
    const number = last - back
    const { timestamp } = await getBlock(client, { blockNumber: number })
    if (timestamp < moment || number === 0n) return { number, timestamp }
  }
}

function clamp(value: bigint, min: bigint, max: bigint): bigint {
  return value < min ? min : value > max ? max : value
}
