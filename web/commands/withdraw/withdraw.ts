import { amount } from '../../chain/outbox/fields.ts'
import { toBook } from '../../chain/send/call.ts'
import type { Dollars } from '../../loans/units.ts'
import { NO_MONEY, type Rules } from '../rules.ts'

/** Withdrawal of all that the book holds for the account; `amount` as it was shown. */
export type Withdraw = { kind: 'withdraw'; amount: Dollars }

export const withdraw: Rules<Withdraw> = {
  about: { a: 'account', activity: 'loans' },
  money: () => NO_MONEY,
  call: (_, ours) => toBook(ours, 'withdraw', []),
  withdraws: true,
  since: 1,
  kept: { amount },
}
