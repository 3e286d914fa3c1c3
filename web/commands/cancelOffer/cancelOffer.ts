import { encodeFunctionData } from 'viem'
import { loanBookAbi } from '../../chain/abi.ts'
import type { Offer } from '../../loans/loan.ts'
import { keptOffer } from '../keptLoan.ts'
import { NEVER_MOVED, NO_MONEY, type Rules, SIMULATED } from '../rules.ts'

export type CancelOffer = { kind: 'cancelOffer'; offer: Offer }

export const cancelOffer: Rules<CancelOffer> = {
  about: { a: 'loan', loan: ({ offer }) => offer, hasMoved: NEVER_MOVED, takes: undefined, closes: false },
  activity: 'loans',
  money: () => NO_MONEY,
  call: ({ offer }, { book }) => ({
    to: book,
    data: encodeFunctionData({ abi: loanBookAbi, functionName: 'cancelOffer', args: [offer.id] }),
  }),
  gas: SIMULATED,
  since: 1,
  kept: { offer: keptOffer },
}
