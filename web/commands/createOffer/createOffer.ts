import { address, optional, record } from '../../chain/outbox/fields.ts'
import { partsOf, termsOf, toBook } from '../../chain/send/call.ts'
import { NOBODY, type Offer } from '../../loans/loan.ts'
import { keptPublished, noteGas, openUntil, type Published } from '../publish/published.ts'
import { byPermit, type Rules } from '../rules.ts'

/** An offer that the contract would take. With a borrower: only that one may take it. */
type NewOffer = Published & Pick<Offer, 'borrower'>

export type CreateOffer = { kind: 'createOffer'; offer: NewOffer }

/** An offer without a note, by a lender's first permit, for one borrower, at the id that writes the most storage. */
const GAS = 300_000n

export const createOffer: Rules<CreateOffer> = {
  about: {
    a: 'proposal',
    proposal: ({ offer: { openDays, ...terms } }, me, now) => ({
      ...terms,
      status: 'open',
      lender: me,
      openUntil: openUntil({ openDays, ...terms }, now),
    }),
  },
  money: ({ offer }) => byPermit(offer.principal),
  call: ({ offer }, ours, permit) =>
    toBook(ours, 'createOfferWithPermit', [
      offer.borrower ?? NOBODY,
      termsOf(offer),
      offer.note,
      BigInt(offer.openDays),
      ...partsOf(permit),
    ]),
  gas: ({ offer }) => offerGas(offer.note),
  since: 1,
  kept: { offer: record<NewOffer>({ ...keptPublished, borrower: optional(address) }) },
}

export function offerGas(note: string): bigint {
  return GAS + noteGas(note)
}
