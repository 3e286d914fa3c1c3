import { networks } from '../../chains.ts'

/** Unix seconds. */
export function deviceSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * The device's clock, so that a node that lies about the time does not get a permit for years. The embedded chain's clock
 * may be ahead: its node is on this machine.
 */
export function clockFor(chainId: number, timestamp: bigint): bigint {
  return chainId === networks.local.id ? timestamp : BigInt(deviceSeconds())
}

export function earlier(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
