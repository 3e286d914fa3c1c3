import { useBoardStore } from '../../board/useBoard.ts'
import type { Outcome } from '../../chain/outbox/outbox.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { esShare } from '../../text/es/esShare.ts'
import { useNotices } from '../../ui/notices/Notices.tsx'
import type { NoticeAction } from '../../ui/notices/PassingNotice.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { type Command, loanOf, proposalOf, sideTaken } from '../command.ts'
import { outcomeNotice, undoneNotice } from '../words.ts'

/** Announces a command that is final, or not any more (`outcome` undefined), with the way on from there. */
export function useAnnounce() {
  const notify = useNotices()
  const wayOn = useWayOn()
  const nameOf = useNameOf()
  return (command: Command, outcome: Outcome | undefined) => {
    if (!outcome) return notify(undoneNotice(command, nameOf))
    notify(outcomeNotice(command, outcome, nameOf), wayOn(command, outcome))
  }
}

/** To a loan that was taken or given; to the link of what was published. */
function useWayOn() {
  const { want, ask, get } = useBoardStore()
  return (command: Command, outcome: Outcome): NoticeAction | undefined => {
    if (outcome.kind !== 'confirmed') return undefined
    const [side, loan] = [sideTaken(command), loanOf(command)]
    if (side && loan) return { label: esCommands.show[side], run: () => want({ side, id: loan.id }) }
    const { me, now } = get()
    const published = outcome.made === undefined ? undefined : proposalOf(command, outcome.made, me, now)
    return published && { label: esShare.send, run: () => ask({ kind: 'share', loan: published, isNew: true }) }
  }
}
