import type { Address } from 'viem'
import type { ActiveLoan, Offer, Request } from '../loans/loan.ts'
import type { NewOffer, NewRequest } from './draft.ts'

/**
 * What a person can do on the chain. It carries the loan as it was shown, to be described in words and compared with the
 * chain before it is signed or sent again.
 */
export type Command =
  | { kind: 'createOffer'; offer: NewOffer }
  | { kind: 'acceptOffer'; offer: Offer }
  | { kind: 'cancelOffer'; offer: Offer }
  | { kind: 'createRequest'; request: NewRequest }
  | { kind: 'cancelRequest'; request: Request }
  | { kind: 'fundRequest'; request: Request }
  | { kind: 'repay'; loan: ActiveLoan; amount: bigint }
  /** By the lender, of money that was received elsewhere: no dollars move. */
  | { kind: 'recordPayment'; loan: ActiveLoan; amount: bigint }
  /** In seconds, on top of the loan's due date. */
  | { kind: 'extend'; loan: ActiveLoan; extraTime: number }
  | { kind: 'forgive'; loan: ActiveLoan }
  | { kind: 'withdraw'; amount: bigint }
  /** In wei, and in millionths of a dollar. A transfer: it pays no loan. */
  | { kind: 'sendEther'; to: Address; amount: bigint }
  | { kind: 'sendDollars'; to: Address; amount: bigint }
  | { kind: 'faucet' }
  /** An empty transaction, in place of one that is pending. */
  | { kind: 'annul' }

/** A key that is equal for equal commands. */
export function keyOf(command: Command): string {
  return JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Who gets what a command sends outside of any loan. */
export function recipientOf(command: Command): Address | undefined {
  return command.kind === 'sendEther' || command.kind === 'sendDollars' ? command.to : undefined
}

/** The loan that a command is about. */
export function loanOf(command: Command): Offer | Request | ActiveLoan | undefined {
  switch (command.kind) {
    case 'acceptOffer':
    case 'cancelOffer':
      return command.offer
    case 'cancelRequest':
    case 'fundRequest':
      return command.request
    case 'repay':
    case 'recordPayment':
    case 'extend':
    case 'forgive':
      return command.loan
    case 'createOffer':
    case 'createRequest':
    case 'withdraw':
    case 'sendEther':
    case 'sendDollars':
    case 'faucet':
    case 'annul':
      return undefined
  }
}
