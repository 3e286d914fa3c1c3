import {
  mdiCalendarClock,
  mdiCallMade,
  mdiCallReceived,
  mdiClockOutline,
  mdiClose,
  mdiDotsHorizontal,
  mdiDownload,
  mdiHandshake,
  mdiHeart,
  mdiPencil,
  mdiPlus,
  mdiWaterOutline,
} from '@mdi/js'
import { Box, Button, ButtonBase, LinearProgress, Stack, Typography } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useActivity } from '../../../board/history/useActivity.ts'
import { useBoard, useBook, useEntries, useNow } from '../../../board/useBoard.ts'
import type { Book } from '../../../chain/read/fetchDashboard.ts'
import { activityOf, type Command } from '../../../commands/command.ts'
import { titleOf as commandTitle } from '../../../commands/words.ts'
import {
  type Activity,
  type ActivityKind,
  isAboutLoan,
  isMinimalFromStranger,
  isPayment,
  isTransfer,
} from '../../../loans/activity.ts'
import { useWallet } from '../../../session/session.tsx'
import { amountOf, byDay, lineOf, titleOf } from '../../../text/activityLine.ts'
import { stageLine } from '../../../text/commandStatus.ts'
import { esActivity } from '../../../text/es/esActivity.ts'
import { esLookAlike } from '../../../text/es/esLookAlike.ts'
import { explorerUrl } from '../../../text/explorer.ts'
import { longDate } from '../../../text/format.ts'
import { activityCsv, csvName } from '../../../text/papers/activityCsv.ts'
import { color } from '../../../theme.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { download } from '../../../ui/download.ts'
import { Fold } from '../../../ui/Fold.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Person } from '../../../ui/people/Person.tsx'
import { useNameOf } from '../../../ui/people/people.ts'
import { ReceiptDialog } from './ReceiptDialog.tsx'

const FILTERS = {
  all: () => true,
  loans: isAboutLoan,
  transfers: (activity: Activity) => !isAboutLoan(activity),
} as const

type Filter = keyof typeof FILTERS

/** Activity of the account, and of others on its loans, newest first. */
export function ActivityDialog({ onClose }: { onClose: () => void }) {
  const book = useBook()
  if (book) return <Found book={book} onClose={onClose} />
  return (
    <Dialog title={esActivity.title} onClose={onClose}>
      <Typography color="textSecondary">{esActivity.unread}</Typography>
    </Dialog>
  )
}

function Found({ book, onClose }: { book: Book; onClose: () => void }) {
  const now = useNow()
  const { address: me } = useWallet()
  const [filter, setFilter] = useState<Filter>('all')
  const [receipt, setReceipt] = useState<Activity>()
  const { found, hasFailed, isSearching, progress, searchAgain, searchMore } = useActivity(book)
  const { isKnown } = useBoard((view) => view.acquaintances)
  const sendsRead = useBoard((view) => view.sendsRead)
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = found?.activities.filter(FILTERS[filter]) ?? []
  const folded = shown.filter((activity) => isMinimalFromStranger(activity, isKnown))
  const listOf = (activities: readonly Activity[]) => (
    <Days activities={activities} chainId={book.chainId} onReceipt={setReceipt} />
  )
  const save = (
    <Button
      startIcon={<Icon path={mdiDownload} />}
      aria-label={found?.searchedTo === undefined ? esActivity.csv.label : esActivity.csv.labelOfPart}
      disabled={shown.length === 0}
      onClick={() => download(activityCsv(shown, navigator.language), csvName(now), 'text/csv')}
    >
      {esActivity.csv.save}
    </Button>
  )
  return (
    <Dialog title={esActivity.title} action={save} onClose={onClose}>
      <Stack spacing={2}>
        <Filters chosen={filter} onChoose={setFilter} />
        <UnderWay filter={filter} />
        {listOf(shown.filter((activity) => !folded.includes(activity)))}
        {folded.length > 0 && (
          <Fold
            label={esActivity.minimal(folded.length)}
            hint={esActivity.minimalHint}
            isOpen={isUnfolded}
            onToggle={() => setUnfolded(!isUnfolded)}
          >
            {listOf(folded)}
          </Fold>
        )}
        {found && shown.length === 0 && !isSearching && (
          <Typography color="textSecondary">{filter === 'all' ? esActivity.none : esActivity.noneOfThese}</Typography>
        )}
        {hasFailed && !isSearching && (
          <Notice severity="warning" role="status" action={<Button onClick={() => searchAgain()}>{esActivity.again}</Button>}>
            {esActivity.failed}
          </Notice>
        )}
        {isSearching && <Searching progress={progress} />}
        {found?.searchedTo !== undefined && (
          <>
            <Typography variant="caption" color="textSecondary">
              {esActivity.searchedTo(longDate(found.searchedTo))}
            </Typography>
            <Button variant="outlined" aria-busy={isSearching} onClick={() => !isSearching && searchMore()}>
              {esActivity.more}
            </Button>
          </>
        )}
        {(sendsRead === 'failed' || sendsRead === 'part') && (
          <Typography variant="caption" color="textSecondary" role="note">
            {esLookAlike.unknownInList}
          </Typography>
        )}
        <Typography variant="caption" color="textSecondary">
          {esActivity.ether}
        </Typography>
        {receipt && <ReceiptDialog of={receipt} me={me} chainId={book.chainId} onClose={() => setReceipt(undefined)} />}
      </Stack>
    </Dialog>
  )
}

type DaysProps = { activities: readonly Activity[]; chainId: number; onReceipt: (of: Activity) => void }

function Days({ activities, chainId, onReceipt }: DaysProps) {
  return byDay(activities, useNow()).map(({ day, list }) => (
    <Group key={day} title={day}>
      {list.map((activity) => (
        <Row key={activity.key} activity={activity} chainId={chainId} onReceipt={onReceipt} />
      ))}
    </Group>
  ))
}

function Filters({ chosen, onChoose }: { chosen: Filter; onChoose: (filter: Filter) => void }) {
  return (
    <Box
      role="group"
      aria-label={esActivity.filter}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(min(5.5rem, 100%), 1fr))' }}
    >
      {(Object.keys(FILTERS) as Filter[]).map((filter) => (
        <Button
          key={filter}
          variant={filter === chosen ? 'tonal' : 'outlined'}
          aria-pressed={filter === chosen}
          onClick={() => onChoose(filter)}
          sx={{ px: 1, minWidth: 0 }}
        >
          {esActivity.filters[filter]}
        </Button>
      ))}
    </Box>
  )
}

/** Commands that are sent but not settled. */
function UnderWay({ filter }: { filter: Filter }) {
  const entries = useEntries((entries) => entries)
  const nameOf = useNameOf()
  const waiting = entries.flatMap(({ intent, command, stage, transactions }) =>
    stage.at === 'done' || !isShown(filter, command)
      ? []
      : [{ intent, command, stage, isAnnulling: transactions.at(-1)?.purpose === 'annul' }],
  )
  if (waiting.length === 0) return null
  return (
    <Group title={esActivity.underWay}>
      {waiting.map(({ intent, command, stage, isAnnulling }) => (
        <Box component="li" key={intent} sx={row}>
          <Alone icon={mdiClockOutline} ink={color.warning} title={commandTitle(command, nameOf)}>
            <Box component="span" sx={{ color: color.warning }}>
              {stageLine(stage, isAnnulling)}
            </Box>
          </Alone>
        </Box>
      ))}
    </Group>
  )
}

function isShown(filter: Filter, command: Command): boolean {
  return filter === 'all' || filter === activityOf(command)
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} component="h3" variant="body2" color="textSecondary" sx={{ fontWeight: 500 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={titleId}
        sx={{ m: 0, p: 0, listStyle: 'none', '& > li + li': { borderTop: `1px solid ${color.line}` } }}
      >
        {children}
      </Box>
    </section>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 1.5,
  rowGap: 0.5,
  width: '100%',
  minHeight: 56,
  py: 1,
  textAlign: 'left',
  typography: 'body1',
  color: 'inherit',
  textDecoration: 'none',
  borderRadius: '10px',
} as const

type RowProps = { activity: Activity; chainId: number; onReceipt: (of: Activity) => void }

/** A payment or a transfer opens its receipt; the others lead to the explorer, where the network has one. */
function Row({ activity, chainId, onReceipt }: RowProps) {
  const url = activity.count === undefined ? explorerUrl(chainId, 'tx', activity.hash) : undefined
  const { icon, ink = color.text2 } = MARKS[activity.kind]
  const amount = amountOf(activity)
  const content = (
    <>
      <Box sx={{ flex: '1 1 9.5rem', minWidth: 0 }}>
        {activity.person ? (
          <Box sx={{ position: 'relative' }}>
            <Person address={activity.person} line={`${titleOf(activity)} · ${lineOf(activity)}`} />
            <Mark icon={icon} ink={ink} />
          </Box>
        ) : (
          <Alone icon={icon} ink={ink} title={titleOf(activity)}>
            {lineOf(activity)}
          </Alone>
        )}
      </Box>
      {amount && (
        <Box
          component="span"
          sx={{ ml: 'auto', fontWeight: 500, whiteSpace: 'nowrap', ...(activity.flow === 'in' && { color: color.secondary }) }}
        >
          {amount}
        </Box>
      )}
    </>
  )
  return (
    <li>
      {isPayment(activity) || isTransfer(activity) ? (
        <ButtonBase aria-haspopup="dialog" onClick={() => onReceipt(activity)} sx={row}>
          {content}
        </ButtonBase>
      ) : url ? (
        <ButtonBase component="a" href={url} target="_blank" rel="noreferrer" sx={row}>
          {content}
        </ButtonBase>
      ) : (
        <Box sx={row}>{content}</Box>
      )}
    </li>
  )
}

function Alone({ icon, ink, title, children }: { icon: string; ink: string; title: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Box
        sx={{
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          width: 40,
          height: 40,
          borderRadius: '50%',
          bgcolor: color.raised,
          color: ink,
        }}
      >
        <Icon path={icon} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {children}
        </Typography>
      </Box>
    </Box>
  )
}

/** On the corner of a face. */
function Mark({ icon, ink }: { icon: string; ink: string }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        left: 24,
        top: 'calc(50% + 4px)',
        display: 'grid',
        placeItems: 'center',
        width: 18,
        height: 18,
        borderRadius: '50%',
        bgcolor: 'background.paper',
        color: ink,
      }}
    >
      <Icon path={icon} size={14} />
    </Box>
  )
}

function Searching({ progress }: { progress: number }) {
  const percent = Math.floor(progress * 100)
  return (
    <Stack spacing={1}>
      <Typography color="textSecondary" role="status">
        {esActivity.searching}
      </Typography>
      {/* Not for a search that ends at once, as on the embedded chain. */}
      {percent > 0 && (
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label={esActivity.searched(percent)}
          sx={{ height: 8, borderRadius: 4, bgcolor: color.line }}
        />
      )}
    </Stack>
  )
}

const IN = { icon: mdiCallReceived, ink: color.secondary }
const OUT = { icon: mdiCallMade }
const TIME = { icon: mdiCalendarClock }
const NOTED = { icon: mdiPencil }
const MARKS: Record<ActivityKind, { icon: string; ink?: string }> = {
  offered: { icon: mdiPlus },
  offerCancelled: { icon: mdiClose },
  requested: { icon: mdiPlus },
  requestCancelled: { icon: mdiClose },
  offerLapsed: { icon: mdiClose },
  requestLapsed: { icon: mdiClose },
  offerTaken: { icon: mdiHandshake },
  borrowed: IN,
  funded: OUT,
  requestFunded: IN,
  paid: OUT,
  paidForOther: OUT,
  paidForMe: { icon: mdiHandshake },
  notedForMe: NOTED,
  received: IN,
  noted: NOTED,
  gaveTime: TIME,
  gotTime: TIME,
  forgave: { icon: mdiHeart },
  forgiven: { icon: mdiHeart },
  withdrawn: IN,
  withdrawnTo: OUT,
  sent: OUT,
  arrived: IN,
  faucet: { icon: mdiWaterOutline, ink: color.secondary },
  dustPayments: { icon: mdiDotsHorizontal },
  dustTransfers: { icon: mdiDotsHorizontal },
  smallPayments: { icon: mdiDotsHorizontal },
}
