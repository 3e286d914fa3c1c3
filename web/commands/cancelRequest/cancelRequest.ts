import { toBook } from '../../chain/send/call.ts'
import type { Request } from '../../loans/loan.ts'
import { keptRequest } from '../keptLoan.ts'
import { NO_MONEY, NO_PAYMENT, type Rules } from '../rules.ts'

export type CancelRequest = { kind: 'cancelRequest'; request: Request }

export const cancelRequest: Rules<CancelRequest> = {
  about: { a: 'loan', loan: ({ request }) => request, takes: undefined, payment: NO_PAYMENT, closes: true },
  money: () => NO_MONEY,
  call: ({ request }, ours) => toBook(ours, 'cancelRequest', [request.id]),
  since: 1,
  kept: { request: keptRequest },
}
