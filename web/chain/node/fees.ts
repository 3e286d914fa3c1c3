import { getFeeHistory } from 'viem/actions'
import type { Wei } from '../../loans/units.ts'
import { client } from './clients.ts'

/** Prices per gas. */
export type Fees = { maxFeePerGas: Wei; maxPriorityFeePerGas: Wei }

/** Fees to offer now. `leastFeePerGas`: the lowest `maxFeePerGas` that the next block accepts. */
export type UsualFees = Fees & { leastFeePerGas: Wei }

const BLOCKS = 5
/** Rewards are 0 where blocks were empty, and nobody includes a transaction for nothing. */
const LEAST_TIP = 100_000_000n
/** Nodes reject a replacement whose fees are not an eighth higher. A full block raises the base fee by as much. */
const RAISE_PARTS = 8n

/** Reads the usual fees with one request. They are unbounded. prepare.ts bounds the signed fees. */
export async function readFees(): Promise<UsualFees> {
  const { baseFeePerGas, reward = [] } = await getFeeHistory(client, { blockCount: BLOCKS, rewardPercentiles: [50] })
  const tips = reward.map(([tip = 0n]) => tip).sort((one, other) => (one < other ? -1 : 1))
  const tip = higher(tips[Math.floor(tips.length / 2)] ?? 0n, LEAST_TIP)
  const base = baseFeePerGas.at(-1) ?? 0n
  if (base < 0n) throw new Error(`The node reports a base fee of ${base}`)
  return { maxFeePerGas: afterAMinute(base) + withSlack(tip), leastFeePerGas: base + tip, maxPriorityFeePerGas: tip }
}

/** The highest base fee in a minute: five full blocks in a row raise it by an eighth each. */
function afterAMinute(base: Wei): Wei {
  return raised(raised(raised(raised(raised(base)))))
}

/** The fees of a replacement transaction: the usual ones, or the raised fees of the replaced transaction. */
export function replacing(fees: UsualFees, replaced: Fees): UsualFees {
  return {
    maxFeePerGas: higher(fees.maxFeePerGas, withSlack(raised(replaced.maxFeePerGas))),
    leastFeePerGas: higher(fees.leastFeePerGas, raised(replaced.maxFeePerGas)),
    maxPriorityFeePerGas: higher(fees.maxPriorityFeePerGas, raised(replaced.maxPriorityFeePerGas)),
  }
}

/** Room for a signed transaction that takes a little more gas than the quoted one. */
function withSlack(fee: Wei): Wei {
  return fee + fee / 16n
}

/** Rounded up. */
function raised(fee: Wei): Wei {
  return fee + (fee + RAISE_PARTS - 1n) / RAISE_PARTS
}

function higher(one: Wei, other: Wei): Wei {
  return one > other ? one : other
}
