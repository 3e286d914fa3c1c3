import type { Address } from 'viem'
import { type Command, loanOf } from '../commands/command.ts'
import { DAY, type Item, type Loan, NO_RECORD, type Proposal, type ProposalKind } from '../loans/loan.ts'

/** Above every id that the contract can assign. */
const FIRST_PENDING_ID = 2n ** 64n

/** Marks the loans that a pending command is about. The other items keep their identity, so memoised cards do not redraw. */
export function markPending<L extends Loan>(items: readonly Item<L>[], underWay: readonly Command[]): Item<L>[] {
  return items.map((item) => {
    const pending = underWay.find((command) => loanOf(command)?.id === item.loan.id)
    return pending ? { ...item, pending } : item
  })
}

/** Offers or requests that are sent but not mined, newest first. They have no id yet and sort before all that have one. */
export function pendingProposals(kind: ProposalKind, underWay: readonly Command[], me: Address, now: number): Item<Proposal>[] {
  return underWay
    .flatMap((pending, index): Item<Proposal>[] => {
      const unnumbered = { id: FIRST_PENDING_ID + BigInt(index), demo: false }
      // An outbox of the first version has offers without days.
      const until = (days: number | undefined) => (days ? now + days * DAY : undefined)
      if (kind === 'offer' && pending.kind === 'createOffer') {
        const { openDays, ...offer } = pending.offer
        const loan: Proposal = { ...offer, ...unnumbered, openUntil: until(openDays), lender: me, status: 'open' }
        return [{ loan, record: NO_RECORD, pending }]
      }
      if (kind === 'request' && pending.kind === 'createRequest') {
        const { openDays, ...request } = pending.request
        const loan: Proposal = { ...request, ...unnumbered, openUntil: until(openDays), borrower: me, status: 'requested' }
        return [{ loan, record: NO_RECORD, pending }]
      }
      return []
    })
    .reverse()
}
