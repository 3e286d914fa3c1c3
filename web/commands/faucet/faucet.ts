import { toToken } from '../../chain/send/call.ts'
import type { Wei } from '../../loans/units.ts'
import { NO_MONEY, type Rules } from '../rules.ts'

export type Faucet = { kind: 'faucet' }

/** Added with the dollars on the embedded chain, where no other faucet is. */
export const TEST_ETHER: Wei = 2n * 10n ** 18n

export const faucet: Rules<Faucet> = {
  about: { a: 'account', activity: 'transfers' },
  money: () => NO_MONEY,
  call: (_, ours) => toToken(ours, 'faucet', []),
  needsFaucet: true,
  since: 1,
  kept: {},
}
