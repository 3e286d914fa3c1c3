import { termsOf, toBook } from '../../chain/send/call.ts'
import type { Offer } from '../../loans/loan.ts'
import { keptOffer } from '../keptLoan.ts'
import { NO_MONEY, NO_PAYMENT, type Rules } from '../rules.ts'

export type AcceptOffer = { kind: 'acceptOffer'; offer: Offer }

export const acceptOffer: Rules<AcceptOffer> = {
  about: { a: 'loan', loan: ({ offer }) => offer, takes: 'borrowed', payment: NO_PAYMENT, closes: true },
  money: () => NO_MONEY,
  // Not acceptOffer(id): after a reorganisation the id may belong to another offer.
  call: ({ offer }, ours) => toBook(ours, 'acceptOfferWithTerms', [offer.id, offer.lender, termsOf(offer)]),
  since: 1,
  kept: { offer: keptOffer },
}
