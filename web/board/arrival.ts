import type { Address } from 'viem'
import type { Book } from '../chain/read/fetchDashboard.ts'
import type { Reader } from '../chain/read/reader.ts'
import { decodeSigned } from '../chain/signed/signedText.ts'
import { parseId, signedIn } from '../loans/link.ts'
import { addresseeOf, type Item, isSameAddress, type Proposal, proposerOf, type Side } from '../loans/loan.ts'
import { hasExpired } from './market/filters.ts'
import { isOfBook } from './own/signedLinks.ts'
import type { Read } from './reads.ts'
import { type SignedArrival, signedArrival } from './signedArrival.ts'

/** Outcome of a shared link: what a person can do with the offer, request or loan. */
export type LinkArrival =
  | { kind: 'take'; item: Item<Proposal> }
  /** An active loan of their own. */
  | { kind: 'show'; side: Side; id: bigint }
  | SignedArrival
  | { kind: 'own' | 'forAnother' | 'expired' | 'taken' | 'ended' | 'withdrawn' | 'unknown' }

/** Read once for each time that a link is followed: what it leads to may be taken the next time. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

/** Reads what a link leads to. Undefined: not read yet. */
export function createArrival(reader: Reader, me: Address) {
  const bySigned = (read: Read, text: string, book: Book | undefined, now: number): SignedArrival | undefined => {
    const decoded = decodeSigned(text)
    if (!decoded.ok) return { kind: 'unusable', of: undefined, why: decoded.problem }
    const { signed } = decoded
    if (!book || !isOfBook(signed, book)) return { kind: 'unusable', of: signed.kind, why: 'foreign' }
    const { data } = read('linked', {
      queryKey: ['linked', book.address, text],
      queryFn: ({ signal }) => reader.signed(signed, book, signal),
      ...ONCE,
    })
    return data && signedArrival(signed, data, me, now)
  }

  return (read: Read, link: string, book: Book | undefined, now: number): LinkArrival | undefined => {
    const text = signedIn(link)
    if (text !== undefined) return bySigned(read, text, book, now)
    const id = parseId(link)
    // Without a contract no link leads anywhere.
    if (!book || !id) return arrivalAt(undefined, me, now)
    const { data } = read('linked', {
      queryKey: ['linked', book.address, String(id)],
      queryFn: async () => (await reader.items(book, [id])).items,
      ...ONCE,
    })
    return data && arrivalAt(data[0], me, now)
  }
}

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
