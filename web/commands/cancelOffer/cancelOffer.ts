import { toBook } from '../../chain/send/call.ts'
import type { Offer } from '../../loans/loan.ts'
import { keptOffer } from '../keptLoan.ts'
import { NO_MONEY, NO_PAYMENT, type Rules } from '../rules.ts'

export type CancelOffer = { kind: 'cancelOffer'; offer: Offer }

export const cancelOffer: Rules<CancelOffer> = {
  about: { a: 'loan', loan: ({ offer }) => offer, takes: undefined, payment: NO_PAYMENT, closes: false },
  money: () => NO_MONEY,
  call: ({ offer }, ours) => toBook(ours, 'cancelOffer', [offer.id]),
  since: 1,
  kept: { offer: keptOffer },
}
