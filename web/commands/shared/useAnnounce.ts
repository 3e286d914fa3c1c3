import type { WantedLoan } from '../../board/board.ts'
import { useBoardStore } from '../../board/useBoard.ts'
import type { Outcome } from '../../chain/outbox/outbox.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { type Command, loanOf, sideTaken } from '../command.ts'
import { outcomeNotice, undoneNotice } from '../words.ts'

/** Announces a command that is final, or not any more (`outcome` undefined); one that took or gave a loan, with the way to it. */
export function useAnnounce() {
  const notify = useNotices()
  const { want } = useBoardStore()
  const nameOf = useNameOf()
  return (command: Command, outcome: Outcome | undefined) => {
    if (!outcome) return notify(undoneNotice(command, nameOf))
    const way = outcome.kind === 'confirmed' ? wayTo(command) : undefined
    notify(outcomeNotice(command, outcome, nameOf), way && { label: way.label, run: () => want(way.loan) })
  }
}

function wayTo(command: Command): { label: string; loan: WantedLoan } | undefined {
  const [side, loan] = [sideTaken(command), loanOf(command)]
  return side && loan && { label: esCommands.show[side], loan: { side, id: loan.id } }
}
