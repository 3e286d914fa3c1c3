import type { Address } from 'viem'
import { addresseeOf, type Item, isSameAddress, type Proposal, proposerOf, type Side } from '../loans/loan.ts'
import { hasExpired } from './market/filters.ts'
import type { SignedArrival } from './signedArrival.ts'

/** Outcome of a shared link: what a person can do with the offer, request or loan. */
export type LinkArrival =
  | { kind: 'take'; item: Item<Proposal> }
  /** An active loan of their own. */
  | { kind: 'show'; side: Side; id: bigint }
  | SignedArrival
  | { kind: 'own' | 'forAnother' | 'expired' | 'taken' | 'ended' | 'withdrawn' | 'unknown' }

/** `item`: what the chain has under that id, if anything. */
export function arrivalAt(item: Item | undefined, me: Address, now: number): Exclude<LinkArrival, SignedArrival> {
  if (!item) return { kind: 'unknown' }
  const { loan, record } = item
  switch (loan.status) {
    case 'open':
    case 'requested':
      if (isSameAddress(proposerOf(loan), me)) return { kind: 'own' }
      if (!mayTake(loan, me)) return { kind: 'forAnother' }
      if (hasExpired(loan, now)) return { kind: 'expired' }
      return { kind: 'take', item: { loan, record } }
    case 'cancelled':
      return { kind: 'withdrawn' }
    case 'active':
    case 'repaid':
    case 'forgiven': {
      const side = isSameAddress(loan.lender, me) ? 'lent' : isSameAddress(loan.borrower, me) ? 'borrowed' : undefined
      if (!side) return { kind: 'taken' }
      return loan.status === 'active' ? { kind: 'show', side, id: loan.id } : { kind: 'ended' }
    }
  }
}

function mayTake(loan: Proposal, me: Address): boolean {
  const addressee = addresseeOf(loan)
  return addressee === undefined || isSameAddress(addressee, me)
}
