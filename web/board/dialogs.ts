import type { Address } from 'viem'
import type { Item, Offer, PersonRecord, Proposal, Request, Side } from '../loans/loan.ts'
import type { Signed, SignedPayment, SignedRequest } from '../loans/signed.ts'
import type { Dollars } from '../loans/units.ts'

/** A dialog by its name, with what it is about. A loan is given by its id, so that the dialog follows the chain. */
export type AskedDialog =
  | { kind: 'acceptOffer' | 'cancelOffer'; item: Item<Offer> }
  | { kind: 'fundRequest' | 'cancelRequest'; item: Item<Request> }
  | { kind: 'cancelAll'; loans: readonly [Proposal, ...Proposal[]] }
  /** `amount`: of a payment, filled in. */
  | { kind: LoanDialog; id: bigint; amount?: bigint }
  | { kind: 'fundSigned'; request: SignedRequest; record: PersonRecord }
  | { kind: 'repaySigned'; id: bigint; payment: SignedPayment }
  | { kind: 'shareSigned' | 'voidSigned'; signed: Signed }
  /** A proposal of one's own. `isNew`: it was published just now. */
  | { kind: 'share'; loan: Proposal; isNew?: boolean }
  | { kind: 'withdraw'; amount: Dollars }
  /** `to`: filled in. */
  | { kind: 'send'; to?: Address }
  | { kind: 'person'; address: Address }
  | WholeList
  | { kind: PlainDialog }

/** A section of which a phone's page shows the first items only. */
type WholeList = { kind: 'loans'; side: Side } | { kind: 'market' }

/** The dialogs of a taken loan. */
export type LoanDialog = 'repay' | 'contract' | 'details' | 'ended' | 'recordPayment' | 'extend' | 'forgive' | 'signPayment'

/** The dialogs that are about nothing in particular. */
type PlainDialog =
  | 'activity'
  | 'contacts'
  | 'annul'
  | 'faucet'
  | 'receive'
  | 'settings'
  | 'offerPasskey'
  | 'keep'
  | 'close'
  | 'changeCredentials'
  | 'checkPin'
  | 'showPhrase'
  | 'forget'

/** An open dialog; `serial` tells two of a kind apart. */
export type OpenDialog = { about: AskedDialog; serial: number }

/** Dialogs that tell my own history with somebody, or who may be an imitation of whom. */
const ABOUT_PEOPLE: readonly AskedDialog['kind'][] = [
  'acceptOffer',
  'fundRequest',
  'fundSigned',
  'send',
  'contacts',
  'person',
  'activity',
]

export function tellsHistory(open: readonly OpenDialog[]): boolean {
  return open.some(({ about }) => ABOUT_PEOPLE.includes(about.kind))
}

/** The loans that open dialogs are about. */
export function loansIn(open: readonly OpenDialog[]): bigint[] {
  return open.flatMap(({ about }) => ('id' in about ? [about.id] : []))
}

/** Without the whole lists, which lie over the page. */
export function withoutLists(open: readonly OpenDialog[]): OpenDialog[] {
  return open.filter(({ about }) => about.kind !== 'loans' && about.kind !== 'market')
}
