import { toBook } from '../../chain/send/call.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import { keptActiveLoan } from '../keptLoan.ts'
import { NEVER_MOVED, NO_MONEY, type Rules, SIMULATED } from '../rules.ts'

export type Forgive = { kind: 'forgive'; loan: ActiveLoan }

export const forgive: Rules<Forgive> = {
  about: { a: 'loan', loan: ({ loan }) => loan, hasMoved: NEVER_MOVED, takes: undefined, closes: true },
  money: () => NO_MONEY,
  call: ({ loan }, ours) => toBook(ours, 'forgive', [loan.id]),
  gas: SIMULATED,
  since: 1,
  kept: { loan: keptActiveLoan },
}
