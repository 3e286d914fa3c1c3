import type { WantedLoan } from '../../../board/board.ts'
import { useBoardStore } from '../../../board/useBoard.tsx'
import type { Outcome } from '../../../chain/send/outbox.ts'
import type { Command } from '../../../commands/command.ts'
import { outcomeNotice } from '../../../text/commandStatus.ts'
import { esCommands } from '../../../text/es/esCommands.ts'
import { useNotices } from '../../../ui/notices/Notices.tsx'
import { useNameOf } from '../../../ui/people/people.ts'

/** Announces a command that is final; one that took or gave a loan, with the way to it. */
export function useAnnounce() {
  const notify = useNotices()
  const { want } = useBoardStore()
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
