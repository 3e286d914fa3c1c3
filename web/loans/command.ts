import { type ActiveLoan, isSameAddress, type Loan, type Offer } from './loan.ts'
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

/** Whether a loan is still the one that was agreed to. Its terms never change, but a reorganisation may give its id to another. */
export function isSameLoan(agreed: Offer | ActiveLoan, found: Loan): boolean {
  return (
    found.id === agreed.id &&
    found.status === agreed.status &&
    found.principal === agreed.principal &&
    found.apr === agreed.apr &&
    found.duration === agreed.duration &&
    found.instalments === (agreed.instalments ?? 1) &&
    isSameAddress(found.lender, agreed.lender) &&
    isSameAddress(found.borrower, agreed.borrower)
  )
}
