import { termsOf, toBook } from '../../chain/send/call.ts'
import type { Request } from '../../loans/loan.ts'
import { keptRequest } from '../keptLoan.ts'
import { byPermit, NO_PAYMENT, type Rules } from '../rules.ts'

export type FundRequest = { kind: 'fundRequest'; request: Request }

export const fundRequest: Rules<FundRequest> = {
  about: { a: 'loan', loan: ({ request }) => request, takes: 'lent', payment: NO_PAYMENT, closes: false },
  money: ({ request }) => byPermit(request.principal),
  call: ({ request }, ours) => toBook(ours, 'fundRequest', [request.id, request.borrower, termsOf(request)]),
  since: 1,
  kept: { request: keptRequest },
}
