import type { Outcome } from '../../../chain/outbox.ts'
import type { Command } from '../../../loans/command.ts'
import { useWantedLoan } from '../../../state/board/wantedLoan.tsx'
import { outcomeNotice } from '../../../text/commandStatus.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { useNotices } from '../../../ui/Notices.tsx'

/** Announces a command that is final; one that took a loan, with the way to it. */
export function useAnnounce() {
  const notify = useNotices()
  const { want } = useWantedLoan()
  return (command: Command, outcome: Outcome) => {
    const isTaken = command.kind === 'acceptOffer' && outcome.kind === 'confirmed'
    notify(
      outcomeNotice(command, outcome),
      isTaken ? { label: esCommands.acceptOffer.show, run: () => want({ side: 'borrowed', id: command.offer.id }) } : undefined,
    )
  }
}
