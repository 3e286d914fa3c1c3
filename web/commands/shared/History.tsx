import {
  mdiAccountGroup,
  mdiAccountQuestion,
  mdiAlertCircle,
  mdiAlertOutline,
  mdiCashMultiple,
  mdiCheckCircle,
  mdiHandshake,
} from '@mdi/js'
import { Box, Skeleton, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { usePerson } from '../../board/history/usePerson.ts'
import { useBoard, useHistoryWith } from '../../board/useBoard.ts'
import type { PersonRecord } from '../../loans/loan.ts'
import { esLoans } from '../../text/es/esLoans.ts'
import { type HistoryLine, historyLines, type ShownAs } from '../../text/personRecord.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useHold } from './hold.ts'

const words = esLoans.record

/** How long a signature waits for the history: a node that does not tell it must not hold up a loan. */
const WAIT_MS = 10_000

type Props = {
  person: Address
  /** As the dashboard read it, where it did. */
  record?: PersonRecord
  as: ShownAs
  /** Said already, below the name. */
  besides?: string
}

/** The other person's record, before one signs: my own history with them, their record, and reasons to doubt it. */
export function History({ person: address, record, as, besides }: Props) {
  const withMe = useHistoryWith(address)
  // Of a borrower who took no loan there is nothing more to tell.
  const isWanted = as !== 'borrower' || record?.taken !== 0
  const { person, hasFailed } = usePerson(address, isWanted)
  const isReading = !person && !hasFailed && isWanted
  const hasWaited = useHasWaited(WAIT_MS)
  const isMineUnread = !withMe && hasWaited
  // Whether the address looks like one that I sent to is told elsewhere in the dialog, and must be known too.
  const isLikenessUnread = useBoard((view) => view.sendsRead === 'reading')
  useHold((isReading || !withMe || isLikenessUnread) && !hasWaited)
  return (
    <Box
      component="ul"
      aria-label={words.title}
      aria-busy={isReading || !withMe}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
    >
      {!withMe && !hasWaited && <Reading label={words.readingMine} />}
      {isMineUnread && <Row icon={mdiAlertOutline} ink={INKS.doubt} text={words.unreadMine} />}
      {historyLines(record, person, withMe, as)
        .filter(({ text }) => text !== besides)
        .map((line) => (
          <Row key={line.about + line.text} icon={iconOf(line)} ink={INKS[line.tone]} text={line.text} />
        ))}
      {isReading && <Reading label={words.reading} />}
      {hasFailed && <Row icon={mdiAlertOutline} ink={INKS.doubt} text={words.unread} />}
    </Box>
  )
}

function useHasWaited(ms: number): boolean {
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasWaited
}

function Reading({ label }: { label: string }) {
  return (
    <li>
      <Skeleton width="70%" aria-label={label} role="img" />
    </li>
  )
}

function Row({ icon, ink, text }: { icon: string; ink: string; text: string }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.25 }}>
      <Box sx={{ display: 'flex', flex: 'none', color: ink }}>
        <Icon path={icon} />
      </Box>
      <Typography variant="body2">{text}</Typography>
    </Box>
  )
}

const INKS = { plain: 'text.secondary', good: 'success.main', late: 'error.main', doubt: 'warning.main' } as const

const ICONS: Record<HistoryLine['about'], string> = {
  me: mdiHandshake,
  stranger: mdiAccountQuestion,
  record: mdiCashMultiple,
  people: mdiAccountGroup,
  doubt: mdiAlertOutline,
}

function iconOf({ about, tone }: HistoryLine): string {
  return tone === 'good' ? mdiCheckCircle : tone === 'late' ? mdiAlertCircle : ICONS[about]
}
