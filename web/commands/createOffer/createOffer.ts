import { address, optional, record } from '../../chain/outbox/fields.ts'
import { termsOf, toBook } from '../../chain/send/call.ts'
import { NOBODY, type Offer } from '../../loans/loan.ts'
import { keptPublished, openUntil, type Published } from '../publish/published.ts'
import { byPermit, type Rules } from '../rules.ts'

/** An offer that the contract would take. With a borrower: only that one may take it. */
type NewOffer = Published & Pick<Offer, 'borrower'>

export type CreateOffer = { kind: 'createOffer'; offer: NewOffer }

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
  call: ({ offer }, ours) =>
    toBook(ours, 'createOfferFor', [offer.borrower ?? NOBODY, termsOf(offer), offer.note, BigInt(offer.openDays)]),
  since: 1,
  kept: { offer: record<NewOffer>({ ...keptPublished, borrower: optional(address) }) },
}
