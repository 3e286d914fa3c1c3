import type { ActiveLoan, Loan, Offer } from './loan.ts'
import type { NewOffer } from './offerDraft.ts'

/** What a person can have done on the chain. It says enough to be told in words, and to be compared with the loan again. */
export type Command =
  | { kind: 'createOffer'; offer: NewOffer }
  | { kind: 'acceptOffer'; offer: Offer }
  | { kind: 'cancelOffer'; offer: Offer }
  | { kind: 'repay'; loan: ActiveLoan; amount: bigint }
  | { kind: 'withdraw'; amount: bigint }
  | { kind: 'faucet' }

/** The same for commands that ask for the same. */
export function nameOf(command: Command): string {
  return JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** The loan that a command speaks of. */
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
      return undefined
  }
}

/** Whether a loan is still the one that was agreed to. Its terms never change; but after a reorganisation its number may be another's. */
export function isSameLoan(agreed: Offer | ActiveLoan, found: Loan): boolean {
  const isSamePerson = (one = '', other = '') => one.toLowerCase() === other.toLowerCase()
  return (
    found.id === agreed.id &&
    found.status === agreed.status &&
    found.principal === agreed.principal &&
    found.apr === agreed.apr &&
    found.duration === agreed.duration &&
    isSamePerson(found.lender, agreed.lender) &&
    isSamePerson(found.borrower, agreed.borrower)
  )
}
