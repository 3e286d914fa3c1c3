import { toToken } from '../../chain/send/call.ts'
import { NO_MONEY, type Rules, SIMULATED } from '../rules.ts'

export type Faucet = { kind: 'faucet' }

export const faucet: Rules<Faucet> = {
  about: { a: 'account', activity: 'transfers' },
  money: () => NO_MONEY,
  call: (_, ours) => toToken(ours, 'faucet', []),
  gas: SIMULATED,
  needsFaucet: true,
  since: 1,
  kept: {},
}
