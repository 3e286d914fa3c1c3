import { address, optional, record } from '../../chain/outbox/fields.ts'
import { termsOf, toBook } from '../../chain/send/call.ts'
import { NOBODY, type Request } from '../../loans/loan.ts'
import { keptPublished, openUntil, type Published } from '../publish/published.ts'
import { NO_MONEY, type Rules } from '../rules.ts'

/** A request that the contract would take. With a lender: only that one may fund it. */
type NewRequest = Published & Pick<Request, 'lender'>

export type CreateRequest = { kind: 'createRequest'; request: NewRequest }

export const createRequest: Rules<CreateRequest> = {
  about: {
    a: 'proposal',
    proposal: ({ request: { openDays, ...terms } }, me, now) => ({
      ...terms,
      status: 'requested',
      borrower: me,
      openUntil: openUntil({ openDays, ...terms }, now),
    }),
  },
  money: () => NO_MONEY,
  call: ({ request }, ours) =>
    toBook(ours, 'createRequest', [request.lender ?? NOBODY, termsOf(request), request.note, BigInt(request.openDays)]),
  since: 1,
  kept: { request: record<NewRequest>({ ...keptPublished, lender: optional(address) }) },
}
