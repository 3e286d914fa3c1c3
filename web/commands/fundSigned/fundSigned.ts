import { toBook } from '../../chain/send/call.ts'
import { requestOf } from '../../chain/signed/typedData.ts'
import type { SignedRequest } from '../../loans/signed.ts'
import { keptSignedRequest } from '../keptSigned.ts'
import { byPermit, type RulesOnSigned } from '../rules.ts'

export type FundSigned = { kind: 'fundSigned'; request: SignedRequest }

export const fundSigned: RulesOnSigned<FundSigned> = {
  // The loan has no id yet. The contract compares every term with what the borrower signed.
  about: { a: 'account', activity: 'loans' },
  money: ({ request }) => byPermit(request.principal),
  call: ({ request }, ours) => toBook(ours, 'fundSigned', [requestOf(request), request.signature]),
  signed: ({ request }) => request,
  since: 2,
  kept: { request: keptSignedRequest },
}
