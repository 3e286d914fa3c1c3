import { type Decode, list, oneOf, refuse } from '../../chain/outbox/fields.ts'
import { type Addresses, toBook } from '../../chain/send/call.ts'
import { type CancelOffer, cancelOffer } from '../cancelOffer/cancelOffer.ts'
import { type CancelRequest, cancelRequest } from '../cancelRequest/cancelRequest.ts'
import { type RepaySigned, repaySigned } from '../repaySigned/repaySigned.ts'
import { NO_MONEY, type Rules } from '../rules.ts'

/** A command that can be one of several: a call of the book that takes no money from the account. */
export type Part = CancelOffer | CancelRequest | RepaySigned

/** Commands of one kind in one transaction. If one of them fails, none is carried out. */
export type Several = { kind: 'several'; parts: readonly [Part, ...Part[]] }

const RULES = { cancelOffer, cancelRequest, repaySigned }

export const several: Rules<Several> = {
  about: { a: 'account', activity: 'loans' },
  money: () => NO_MONEY,
  call: ({ parts }, ours) => toBook(ours, 'multicall', [parts.map((part) => dataOf(part, ours))]),
  since: 3,
  kept: { parts: keptParts },
}

function dataOf(part: Part, ours: Addresses) {
  const rules: Rules<Part> = RULES[part.kind]
  return rules.call(part, ours).data
}

const keptPart: Decode<Part> = oneOf<'kind', Part>('kind', {
  cancelOffer: cancelOffer.kept,
  cancelRequest: cancelRequest.kept,
  repaySigned: repaySigned.kept,
})

function keptParts(value: unknown): Several['parts'] {
  const [first, ...rest] = list(keptPart)(value)
  return first ? [first, ...rest] : refuse('command', value)
}
