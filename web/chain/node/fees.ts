import { getFeeHistory } from 'viem/actions'
import type { Wei } from '../../loans/units.ts'
import { client } from './clients.ts'

/** Prices per gas. */
export type Fees = { maxFeePerGas: Wei; maxPriorityFeePerGas: Wei }

const BLOCKS = 5
/** Rewards are 0 where blocks were empty, and nobody includes a transaction for nothing. */
const LEAST_TIP = 100_000_000n
/** The least raise of a replacement transaction that nodes accept: one part in so many, or 12.5 %. */
const RAISE_PARTS = 8n

/** Fees to offer now, from one request. Any number: prepare.ts bounds what is signed. */
export async function readFees(): Promise<Fees> {
  const { baseFeePerGas, reward = [] } = await getFeeHistory(client, { blockCount: BLOCKS, rewardPercentiles: [50] })
  const tips = reward.map(([tip = 0n]) => tip).sort((one, other) => (one < other ? -1 : 1))
  const tip = higher(tips[Math.floor(tips.length / 2)] ?? 0n, LEAST_TIP)
  // Twice the base fee covers five full blocks in a row, each of which raises it by an eighth.
  return { maxFeePerGas: (baseFeePerGas.at(-1) ?? 0n) * 2n + tip, maxPriorityFeePerGas: tip }
}

/** The fees of a replacement transaction: what is usual now, or the raised ones. */
export function replacing(fees: Fees, replaced: Fees): Fees {
  return {
    maxFeePerGas: higher(fees.maxFeePerGas, raised(replaced.maxFeePerGas)),
    maxPriorityFeePerGas: higher(fees.maxPriorityFeePerGas, raised(replaced.maxPriorityFeePerGas)),
  }
}

/** Rounded up. */
function raised(fee: Wei): Wei {
  return fee + (fee + RAISE_PARTS - 1n) / RAISE_PARTS
}

function higher(one: Wei, other: Wei): Wei {
  return one > other ? one : other
}
