import type { Address } from 'viem'
import type { Entry } from '../chain/outbox/outbox.ts'
import { type Command, loanOf, partsOf, proposalOf } from '../commands/command.ts'
import { type Item, kindOf, type Loan, NO_RECORD, type Proposal, type ProposalKind } from '../loans/loan.ts'

/** Above every id that the contract can assign. */
const FIRST_PENDING_ID = 2n ** 64n

/** An item as it is shown. `pending`: my own command on it that is not in the chain yet. */
export type ShownItem<L extends Loan = Loan> = Item<L> & { pending?: Command | undefined }

/** A command of mine on a loan that is in the chain, and its block. */
export type MinedAct = { id: bigint; block: bigint }

export function minedActsOf({ command, stage }: Entry): MinedAct[] {
  const isMined = stage.at === 'mined' || (stage.at === 'done' && stage.outcome.kind === 'confirmed')
  if (!isMined) return []
  const loans = partsOf(command).flatMap((part) => loanOf(part) ?? [])
  return loans.map(({ id }) => ({ id, block: stage.block }))
}

/** Marks the loans that a pending command is about. The other items keep their identity, so memoised cards do not redraw. */
export function markPending<L extends Loan>(items: readonly Item<L>[], underWay: readonly Command[]): ShownItem<L>[] {
  return items.map((item) => {
    const pending = underWay.find((command) => loanOf(command)?.id === item.loan.id)
    return pending ? { ...item, pending } : item
  })
}

/** Offers or requests that are sent but not mined, newest first. They have no id yet and sort before all that have one. */
export function pendingProposals(
  kind: ProposalKind,
  underWay: readonly Command[],
  me: Address,
  now: number,
): ShownItem<Proposal>[] {
  return underWay
    .flatMap((pending, index): ShownItem<Proposal>[] => {
      const loan = proposalOf(pending, FIRST_PENDING_ID + BigInt(index), me, now)
      return loan && kindOf(loan) === kind ? [{ loan, record: NO_RECORD, pending }] : []
    })
    .reverse()
}
