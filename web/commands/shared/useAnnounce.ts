import { useBoardStore } from '../../board/useBoard.ts'
import type { Outcome } from '../../chain/outbox/outbox.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { esEnded } from '../../text/es/esEnded.ts'
import { esShare } from '../../text/es/esShare.ts'
import { useNotices } from '../../ui/notices/Notices.tsx'
import type { NoticeAction } from '../../ui/notices/PassingNotice.tsx'
import { useSavedName } from '../../ui/people/people.ts'
import { type Command, loanOf, proposalOf, sideTaken } from '../command.ts'
import { endedBy } from '../endedBy.ts'
import { endNotice, outcomeNotice, undoneNotice } from '../words.ts'

/** Announces a command that is settled, or not any more (`outcome` undefined), with the way on from there. */
export function useAnnounce() {
  const notify = useNotices()
  const wayOn = useWayOn()
  const nameOf = useSavedName()
  return (command: Command, outcome: Outcome | undefined) => {
    if (!outcome) return notify(undoneNotice(command, nameOf))
    const ended = endedBy(command, outcome)
    const text = ended ? endNotice(ended, nameOf) : outcomeNotice(command, outcome, nameOf)
    notify(text, wayOn(command, outcome))
  }
}

/** The same, for one that was followed to its end: a loan that is paid off by it is told in a dialog of its own. */
export function useConclude() {
  const announce = useAnnounce()
  const { ask, get } = useBoardStore()
  return (command: Command, outcome: Outcome) => {
    const loan = endedBy(command, outcome)?.loan
    if (loan && get().knownLoans.some(({ id }) => id === loan.id)) ask({ kind: 'ended', id: loan.id })
    else announce(command, outcome)
  }
}

/** To the end of a loan that is paid off; to one that was taken or given; to the link of what was published. */
function useWayOn() {
  const { want, ask, get } = useBoardStore()
  return (command: Command, outcome: Outcome): NoticeAction | undefined => {
    if (outcome.kind !== 'confirmed') return undefined
    const ended = endedBy(command, outcome)?.loan
    if (ended) return { label: esEnded.show, run: () => ask({ kind: 'ended', id: ended.id }) }
    const [side, loan] = [sideTaken(command), loanOf(command)]
    if (side && loan) return { label: esCommands.show[side], run: () => want({ side, id: loan.id }) }
    const { me, now } = get()
    const published = outcome.made === undefined ? undefined : proposalOf(command, outcome.made, me, now)
    return published && { label: esShare.send, run: () => ask({ kind: 'share', loan: published, isNew: true }) }
  }
}
