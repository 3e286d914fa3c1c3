import type { Address } from 'viem'
import { address, amount, wei } from '../../chain/outbox/fields.ts'
import { toToken } from '../../chain/send/call.ts'
import type { Dollars, Wei } from '../../loans/units.ts'
import { NO_MONEY, type Rules } from '../rules.ts'

export type SendEther = { kind: 'sendEther'; to: Address; amount: Wei }
export type SendDollars = { kind: 'sendDollars'; to: Address; amount: Dollars }

const PERSON = { a: 'person', recipient: ({ to }: SendEther | SendDollars) => to } as const

export const sendEther: Rules<SendEther> = {
  about: PERSON,
  money: ({ amount }) => ({ ...NO_MONEY, ether: amount }),
  call: ({ to }) => ({ to, data: '0x' }),
  since: 1,
  kept: { to: address, amount: wei },
}

export const sendDollars: Rules<SendDollars> = {
  about: PERSON,
  money: ({ amount }) => ({ ...NO_MONEY, dollars: amount }),
  call: ({ to, amount }, ours) => toToken(ours, 'transfer', [to, amount]),
  since: 1,
  kept: { to: address, amount },
}
