import type { Dollars, Wei } from './units.ts'

const DOLLARS_PER_ETH = 4472n
const WEI_PER_MILLIONTH = 10n ** 12n

/** The specification's demo rate: what this much ETH is worth. */
export function estimatedDollars(wei: Wei): Dollars {
  return (wei * DOLLARS_PER_ETH) / WEI_PER_MILLIONTH
}

/** Applies the bounds of dollars, such as `isDust`, to ether. */
export function worthOf({ amount = 0n, unit }: { amount?: bigint | undefined; unit?: 'wei' | undefined }): Dollars {
  return unit === 'wei' ? estimatedDollars(amount) : amount
}
