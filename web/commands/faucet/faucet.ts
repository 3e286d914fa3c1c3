import { encodeFunctionData } from 'viem'
import { testDollarAbi } from '../../chain/abi.ts'
import { NO_MONEY, type Rules, SIMULATED } from '../rules.ts'

export type Faucet = { kind: 'faucet' }

export const faucet: Rules<Faucet> = {
  about: { a: 'account' },
  activity: 'transfers',
  money: () => NO_MONEY,
  call: (_, { token }) => ({ to: token, data: encodeFunctionData({ abi: testDollarAbi, functionName: 'faucet' }) }),
  gas: SIMULATED,
  since: 1,
  kept: {},
}
