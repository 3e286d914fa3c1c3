import type { Address } from 'viem'
import { addresseeOf, type Item, isSameAddress, type Loan, type Proposal, proposerOf } from './loan.ts'
import { daysOpen } from './market.ts'

/** The query parameter that names an offer or a request by its id. */
export const LINK_PARAMETER = 'prestamo'

/** The link of an offer or a request. */
export function linkTo({ id }: Proposal, origin: string): string {
  return `${origin}/dashboard?${LINK_PARAMETER}=${id}`
}

/** Ids have 32 bits. */
const MAX_ID = 2n ** 32n - 1n

/** The id that somebody was sent. Undefined: it cannot be one. */
export function parseId(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = BigInt(text)
  return id <= MAX_ID ? id : undefined
}

/** What a person can do with the offer, request or loan that they were sent. */
export type Arrival =
  | { kind: 'take'; item: Item<Proposal> }
  /** A loan of their own. */
  | { kind: 'show'; id: bigint }
  | { kind: 'own' | 'forAnother' | 'expired' | 'taken' | 'withdrawn' | 'unknown' }

/** `item`: what the chain has under that id, if anything. */
export function arrivalAt(item: Item | undefined, me: Address, now: number): Arrival {
  if (!item) return { kind: 'unknown' }
  const { loan, record } = item
  switch (loan.status) {
    case 'open':
    case 'requested':
      if (isSameAddress(proposerOf(loan), me)) return { kind: 'own' }
      if (!mayTake(loan, me)) return { kind: 'forAnother' }
      if ((daysOpen(loan, now) ?? 0) < 0) return { kind: 'expired' }
      return { kind: 'take', item: { loan, record } }
    case 'cancelled':
      return { kind: 'withdrawn' }
    case 'active':
    case 'repaid':
    case 'forgiven':
      return isParty(loan, me) ? { kind: 'show', id: loan.id } : { kind: 'taken' }
  }
}

function mayTake(loan: Proposal, me: Address): boolean {
  const addressee = addresseeOf(loan)
  return addressee === undefined || isSameAddress(addressee, me)
}

function isParty({ lender, borrower }: Loan, me: Address): boolean {
  return isSameAddress(lender, me) || isSameAddress(borrower, me)
}
