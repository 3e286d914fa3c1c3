import type { ActiveLoan, Offer } from './loan.ts'
import type { NewOffer } from './offerDraft.ts'

/**
 * What a person can do on the chain. It carries the loan as it was shown, to be described in words and compared with the
 * chain before it is signed or sent again.
 */
export type Command =
  | { kind: 'createOffer'; offer: NewOffer }
  | { kind: 'acceptOffer'; offer: Offer }
  | { kind: 'cancelOffer'; offer: Offer }
  | { kind: 'repay'; loan: ActiveLoan; amount: bigint }
  | { kind: 'withdraw'; amount: bigint }
  | { kind: 'faucet' }
  /** An empty transaction, in place of one that is pending. */
  | { kind: 'annul' }

/** A key that is equal for equal commands. */
export function keyOf(command: Command): string {
  return JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** The loan that a command is about. */
export function loanOf(command: Command): Offer | ActiveLoan | undefined {
  switch (command.kind) {
    case 'acceptOffer':
    case 'cancelOffer':
      return command.offer
    case 'repay':
      return command.loan
    case 'createOffer':
    case 'withdraw':
    case 'faucet':
    case 'annul':
      return undefined
  }
}
