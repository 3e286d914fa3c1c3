import { toBook } from '../../chain/send/call.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import { duration, keptActiveLoan } from '../keptLoan.ts'
import { NO_MONEY, type Rules, SIMULATED } from '../rules.ts'

/** `extraTime` in seconds, on top of the loan's due date. */
export type Extend = { kind: 'extend'; loan: ActiveLoan; extraTime: number }

export const extend: Rules<Extend> = {
  about: {
    a: 'loan',
    loan: ({ loan }) => loan,
    // The contract adds to the due date that it has, not to the one that was shown.
    hasMoved: ({ loan }, found) => found.status === 'active' && found.dueAt !== loan.dueAt,
    takes: undefined,
    closes: false,
  },
  money: () => NO_MONEY,
  call: ({ loan, extraTime }, ours) => toBook(ours, 'extend', [loan.id, BigInt(extraTime)]),
  gas: SIMULATED,
  since: 1,
  kept: { loan: keptActiveLoan, extraTime: duration },
}
