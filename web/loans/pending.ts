import type { Address } from 'viem'
import { type Command, loanOf } from './command.ts'
import type { Item, Loan, Offer } from './loan.ts'

/** Above every number that the contract gives. */
const NO_ID_YET = 2n ** 64n

/** Marks the loans that a command under way speaks of. The others stay the very same items. */
export function markPending<L extends Loan>(items: readonly Item<L>[], underWay: readonly Command[]): Item<L>[] {
  return items.map((item) => {
    const pending = underWay.find((command) => loanOf(command)?.id === item.loan.id)
    return pending ? { ...item, pending } : item
  })
}

/** Offers on their way into the chain, the newest first: they have no number yet, and stand before all that have one. */
export function pendingOffers(underWay: readonly Command[], lender: Address): Item<Offer>[] {
  const record = { taken: 0, repaid: 0, repaidLate: 0, offered: 0 }
  return underWay
    .flatMap((pending, index) => {
      if (pending.kind !== 'createOffer') return []
      const loan: Offer = { ...pending.offer, id: NO_ID_YET + BigInt(index), lender, status: 'open', demo: false }
      return [{ loan, record, pending }]
    })
    .reverse()
}
