import { encodeFunctionData } from 'viem'
import { loanBookAbi } from '../../chain/abi.ts'
import { partsOf, termsOf } from '../../chain/send/call.ts'
import type { Request } from '../../loans/loan.ts'
import { keptRequest } from '../keptLoan.ts'
import { byPermit, NEVER_MOVED, type Rules } from '../rules.ts'

export type FundRequest = { kind: 'fundRequest'; request: Request }

/** A request that opens a storage slot in the lists of both, funded by a lender's first permit. */
const GAS = 195_000n

export const fundRequest: Rules<FundRequest> = {
  about: { a: 'loan', loan: ({ request }) => request, hasMoved: NEVER_MOVED, takes: 'lent', closes: false },
  activity: 'loans',
  money: ({ request }) => byPermit(request.principal),
  call: ({ request }, { book }, permit) => ({
    to: book,
    data: encodeFunctionData({
      abi: loanBookAbi,
      functionName: 'fundRequestWithPermit',
      args: [request.id, request.borrower, termsOf(request), ...partsOf(permit)],
    }),
  }),
  gas: () => GAS,
  since: 1,
  kept: { request: keptRequest },
}
