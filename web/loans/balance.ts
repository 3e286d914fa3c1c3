const DOLLARS_PER_ETH = 4472n
const WEI_PER_MILLIONTH = 10n ** 12n

/** The specification's demo rate: what this much ETH (in wei) is worth, in millionths of a dollar. */
export function estimatedDollars(wei: bigint): bigint {
  return (wei * DOLLARS_PER_ETH) / WEI_PER_MILLIONTH
}
