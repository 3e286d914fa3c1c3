import type { Address } from 'viem'
import { type Command, loanOf } from './command.ts'
import { type Item, type Loan, NO_RECORD, type Offer } from './loan.ts'

/** Above every id that the contract can assign. */
const FIRST_PENDING_ID = 2n ** 64n

/** Marks the loans that a pending command is about. The other items keep their identity, so memoised cards do not redraw. */
export function markPending<L extends Loan>(items: readonly Item<L>[], underWay: readonly Command[]): Item<L>[] {
  return items.map((item) => {
    const pending = underWay.find((command) => loanOf(command)?.id === item.loan.id)
    return pending ? { ...item, pending } : item
  })
}

/** Offers that are sent but not mined, newest first. They have no id yet and sort before all that have one. */
export function pendingOffers(underWay: readonly Command[], lender: Address): Item<Offer>[] {
  return underWay
    .flatMap((pending, index) => {
      if (pending.kind !== 'createOffer') return []
      const { openDays: _, ...terms } = pending.offer
      const loan: Offer = {
        ...terms,
        openUntil: undefined,
        id: FIRST_PENDING_ID + BigInt(index),
        lender,
        status: 'open',
        demo: false,
      }
      return [{ loan, record: NO_RECORD, pending }]
    })
    .reverse()
}
