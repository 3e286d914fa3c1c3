import type { Outcome } from '../../../chain/outbox.ts'
import type { Command } from '../../../loans/command.ts'
import { useWantedLoan, type WantedLoan } from '../../../state/board/wantedLoan.tsx'
import { outcomeNotice } from '../../../text/commandStatus.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { useNotices } from '../../../ui/Notices.tsx'
import { useNameOf } from '../../../ui/people.ts'

/** Announces a command that is final; one that took or gave a loan, with the way to it. */
export function useAnnounce() {
  const notify = useNotices()
  const { want } = useWantedLoan()
  const nameOf = useNameOf()
  return (command: Command, outcome: Outcome) => {
    const way = outcome.kind === 'confirmed' ? wayTo(command) : undefined
    notify(outcomeNotice(command, outcome, nameOf), way && { label: way.label, run: () => want(way.loan) })
  }
}

function wayTo(command: Command): { label: string; loan: WantedLoan } | undefined {
  if (command.kind === 'acceptOffer') {
    return { label: esCommands.acceptOffer.show, loan: { side: 'borrowed', id: command.offer.id } }
  }
  if (command.kind === 'fundRequest') {
    return { label: esCommands.fundRequest.show, loan: { side: 'lent', id: command.request.id } }
  }
  return undefined
}
