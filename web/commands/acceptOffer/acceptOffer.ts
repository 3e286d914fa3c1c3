import { encodeFunctionData } from 'viem'
import { loanBookAbi } from '../../chain/abi.ts'
import { termsOf } from '../../chain/send/call.ts'
import type { Offer } from '../../loans/loan.ts'
import { keptOffer } from '../keptLoan.ts'
import { NEVER_MOVED, NO_MONEY, type Rules, SIMULATED } from '../rules.ts'

export type AcceptOffer = { kind: 'acceptOffer'; offer: Offer }

export const acceptOffer: Rules<AcceptOffer> = {
  about: { a: 'loan', loan: ({ offer }) => offer, hasMoved: NEVER_MOVED, takes: 'borrowed', closes: true },
  activity: 'loans',
  money: () => NO_MONEY,
  // Not acceptOffer(id): after a reorganisation the id may belong to another offer.
  call: ({ offer }, { book }) => ({
    to: book,
    data: encodeFunctionData({
      abi: loanBookAbi,
      functionName: 'acceptOfferAs',
      args: [offer.id, offer.lender, termsOf(offer)],
    }),
  }),
  gas: SIMULATED,
  since: 1,
  kept: { offer: keptOffer },
}
