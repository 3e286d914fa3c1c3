import type { Address } from 'viem'
import type { Fields } from '../chain/outbox/fields.ts'
import type { Addresses, Call } from '../chain/send/call.ts'
import type { ActiveLoan, Offer, Proposal, Request, Side } from '../loans/loan.ts'
import type { Signed } from '../loans/signed.ts'
import type { Dollars, Wei } from '../loans/units.ts'

/** A loan as the person saw it, compared with the chain before a command on it is signed or sent again. */
export type AgreedLoan = Offer | Request | ActiveLoan

/** `permitted`: those of the dollars that the book takes, by a permit. */
export type Money = { ether: Wei; dollars: Dollars; permitted: Dollars }

export const NO_MONEY: Money = { ether: 0n, dollars: 0n, permitted: 0n }

/** Dollars that the book takes from the account. */
export function byPermit(dollars: Dollars): Money {
  return { ether: 0n, dollars, permitted: dollars }
}

export type About<C> =
  | {
      a: 'loan'
      loan(command: C): AgreedLoan
      /** The side that I am on once it is done, if it takes an offer or a request. */
      takes: Side | undefined
      /** The payment of the loan that it makes, collects or notes. */
      payment(command: C): LoanPayment | undefined
      /** Whether it states the sum that the lender had recorded, so that the contract refuses it if that changed. */
      statesNoted?: true
      /** Whether the loan's card offers nothing else to pay or to ask for while it is pending. */
      closes: boolean
    }
  /** Something new, without an id. `now` in unix seconds. */
  | { a: 'proposal'; proposal(command: C, me: Address, now: number): Unnumbered<Proposal> }
  /** A transfer: it pays no loan. */
  | { a: 'person'; recipient(command: C): Address }
  /** Nobody else. `activity`: the filter that lists it. */
  | { a: 'account'; activity: ActivityFilter }

export type ActivityFilter = 'loans' | 'transfers'

/** `side`: mine. Of a loan that I borrowed, the debt must be mine: the contract lets anyone pay any. */
export type LoanPayment = { loan: ActiveLoan; amount: Dollars; side: Side }

type Unnumbered<P> = P extends Proposal ? Omit<P, 'id' | 'demo'> : never

/**
 * The rules of one kind of command: pure, without words. Methods, whose parameters are bivariant: the registry looks up the
 * rules by the command's own kind.
 */
export type Rules<C extends { kind: string }> = {
  about: About<C>
  /** Money that it takes from the account, its fee apart. */
  money(command: C): Money
  call(command: C, ours: Addresses): Omit<Call, 'value'>
  /** Whether it does nothing but use a nonce: it can be sent while others wait, and there is nothing to compare between nodes. */
  isEmpty?: true
  /** Whether the dollar must have a faucet: one without it may take the call and do nothing. */
  needsFaucet?: true
  /** Whether it withdraws all that the contract holds for the account. */
  withdraws?: true
  /**
   * The version of the outbox that first kept it. A new kind takes the next one: an earlier build then says that the outbox is
   * newer, and not that it is damaged.
   */
  since: number
  /** Its form in the outbox, its kind apart. */
  kept: Fields<Omit<C, 'kind'>>
}

/** Of a command that uses or voids what somebody signed for a link. */
export type RulesOnSigned<C extends { kind: string }> = Rules<C> & { signed(command: C): Signed }

/** Of a command on a loan that pays nothing of it. */
export const NO_PAYMENT = () => undefined
