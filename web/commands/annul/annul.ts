import { NO_MONEY, type Rules } from '../rules.ts'

/** An empty transaction, in place of one that is pending. */
export type Annul = { kind: 'annul' }

export const annul: Rules<Annul> = {
  about: { a: 'account', activity: 'transfers' },
  money: () => NO_MONEY,
  call: (_, { account }) => ({ to: account, data: '0x' }),
  isEmpty: true,
  since: 1,
  kept: {},
}
