import { mdiCalendarBlankOutline, mdiChartBar, mdiFormatListBulleted } from '@mdi/js'
import { Box, Button, ButtonBase, IconButton, Paper, Stack, Typography } from '@mui/material'
import { Suspense } from 'react'
import { useIsOnline } from '../../../board/network/useIsOnline.ts'
import { type DueDate, sumOf } from '../../../board/own/dueDates.ts'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { loanOf } from '../../../commands/command.ts'
import { daysLeft, dueState } from '../../../loans/due.ts'
import type { Dollars } from '../../../loans/units.ts'
import { usePreference } from '../../../session/usePreference.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { date, moneyOwed } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { fitting } from '../../../ui/fitting.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useNameOf } from '../../../ui/people/people.ts'
import { OutdatedNotice } from '../OutdatedNotice.tsx'

const DueChart = lazyPart(() => import('./DueChart.tsx').then((file) => file.DueChart), OutdatedNotice)

const words = esLoans.dueDates
/** How many rows fit; the button to pay takes the room of one. */
const LISTED = 3
/** Below that the chart says less than the list. */
const LEAST_FOR_CHART = 3
const ROW_HEIGHT = '3.6rem'
const VIEWS = { list: mdiFormatListBulleted, chart: mdiChartBar } as const

/** `unknown`: they could not be read. */
type State = 'known' | 'loading' | 'unknown'

/** Sums and next due dates, as a list or, where there are enough, as a chart. As high when it loads as when it is full. */
export function DueDates() {
  const dates = useBoard((view) => view.dueDates)
  const now = useBoard((view) => view.now)
  const state = useBoard(({ areSumsKnown, isOffline }): State => (areSumsKnown ? 'known' : isOffline ? 'unknown' : 'loading'))
  const [view, choose] = usePreference('dueDatesAs')
  const hasChart = state === 'known' && dates.length >= LEAST_FOR_CHART
  return (
    <Paper
      elevation={0}
      sx={{
        minWidth: 0,
        p: { xs: 2, sm: 3 },
        pt: { xs: 1, sm: 2 },
        border: 1,
        borderColor: 'divider',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        alignContent: 'start',
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', minHeight: 44 }}>
        <Typography variant="subtitle1" component="h2">
          {words.title}
        </Typography>
        {hasChart && (
          <Stack direction="row" sx={{ gap: 1 }}>
            {(['list', 'chart'] as const).map((as) => (
              <IconButton
                key={as}
                aria-label={words.views[as]}
                aria-pressed={view === as}
                onClick={() => choose(as)}
                sx={{ borderRadius: '10px', ...(view === as && { bgcolor: color.primaryTint, color: color.primarySoft }) }}
              >
                <Icon path={VIEWS[as]} />
              </IconButton>
            ))}
          </Stack>
        )}
      </Stack>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(8rem, 100%), 1fr))', columnGap: 3, rowGap: 1 }}
      >
        <Total swatch={color.secondary} label={words.in} amount={sumOf(dates, 'lent')} state={state} />
        <Total swatch={color.primary} label={words.out} amount={sumOf(dates, 'borrowed')} state={state} />
      </Box>
      <Box sx={{ minHeight: `calc(${LISTED} * ${ROW_HEIGHT})`, display: 'grid', alignContent: 'start' }}>
        {state === 'loading' ? (
          <Skeletons />
        ) : state === 'unknown' ? (
          <Unread />
        ) : dates.length === 0 ? (
          <Empty />
        ) : hasChart && view === 'chart' ? (
          <Suspense>
            <DueChart dates={dates} now={now} />
          </Suspense>
        ) : (
          <List dates={dates} now={now} />
        )}
      </Box>
    </Paper>
  )
}

type Payable = DueDate & { amount: Dollars }

/** The next due dates, and a button to pay what I owe next, which is always among them. */
function List({ dates, now }: { dates: readonly DueDate[]; now: number }) {
  const { ask } = useBoardStore()
  const underWay = useBoard((view) => view.underWay)
  const isPayable = (due: DueDate): due is Payable =>
    due.side === 'borrowed' &&
    due.amount !== undefined &&
    due.person !== undefined &&
    !underWay.some((command) => loanOf(command)?.id === due.id)
  const toPay = dates.find(isPayable)
  const first = dates.slice(0, toPay ? LISTED - 1 : LISTED)
  const listed = !toPay || first.includes(toPay) ? first : [...first.slice(0, -1), toPay]
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {listed.map((due) => (
          <Row key={`${due.side} ${due.id}`} due={due} now={now} />
        ))}
      </Box>
      {toPay && (
        <Button
          variant="contained"
          onClick={() => ask({ kind: 'repay', id: toPay.id, amount: toPay.amount })}
          sx={{ mt: 1.25, containerType: 'inline-size' }}
        >
          <Box component="span" sx={{ fontSize: fitting('1em', words.pay(moneyOwed(toPay.amount))), whiteSpace: 'nowrap' }}>
            {words.pay(moneyOwed(toPay.amount))}
          </Box>
        </Button>
      )}
    </>
  )
}

const TONES = {
  overdue: { color: color.error, bgcolor: color.errorTint },
  soon: { color: color.warning, bgcolor: color.warningTint },
  onTime: { color: color.text, bgcolor: color.raised },
}

function Row({ due: { id, dueAt, amount, owed, side, person }, now }: { due: DueDate; now: number }) {
  const nameOf = useNameOf()
  const { ask } = useBoardStore()
  const days = daysLeft({ dueAt }, now)
  const tone = TONES[dueState(days)]
  const [day, month, year] = date(dueAt).split(' ')
  const name = person && nameOf(person)
  const text = amount === undefined ? words.partOf(moneyOwed(owed)) : moneyOwed(amount)
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        containerType: 'inline-size',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        minHeight: ROW_HEIGHT,
        boxSizing: 'border-box',
        py: 0.5,
        '& + &': { borderTop: `1px solid ${color.line}` },
      }}
    >
      <Box
        component="time"
        dateTime={new Date(dueAt * 1000).toISOString()}
        sx={{
          ...tone,
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          minWidth: '2.75rem',
          py: 0.5,
          borderRadius: '10px',
          fontSize: '0.75rem',
          lineHeight: 1.2,
          fontWeight: 600,
        }}
      >
        <Box component="span" sx={{ fontSize: '1rem', fontWeight: 700 }}>
          {day}
        </Box>{' '}
        {month}
        <Box
          component="span"
          sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
        >
          {` ${year}`}
        </Box>
      </Box>
      <Box sx={{ flex: '1 1 8rem', minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {side === 'lent' ? words.owesYou(name) : words.youOwe(name)}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: days < 0 ? color.error : 'text.secondary' }}>
          {words.when(days)}
        </Typography>
      </Box>
      <Typography
        variant="body2"
        sx={{
          fontSize: fitting('0.875rem', text),
          fontWeight: 700,
          whiteSpace: 'nowrap',
          color: side === 'lent' ? color.secondary : color.text,
        }}
      >
        {text}
      </Typography>
      {/* Over the row, so that what is read stays text. A loan that is not read whole has no dialog yet. */}
      {person && (
        <ButtonBase
          aria-label={words.open(moneyOwed(amount ?? owed), nameOf(person))}
          aria-haspopup="dialog"
          onClick={() => ask({ kind: side === 'lent' ? 'contract' : 'details', id })}
          sx={{
            position: 'absolute',
            inset: '2px -8px',
            borderRadius: '10px',
            '&:hover': { bgcolor: 'color-mix(in srgb, currentColor 8%, transparent)' },
          }}
        />
      )}
    </Box>
  )
}

function Skeletons() {
  return Array.from({ length: LISTED }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
    <Box key={index} aria-hidden="true" sx={{ height: ROW_HEIGHT, display: 'grid', alignItems: 'center' }}>
      <Box sx={{ height: '2.25rem', borderRadius: '10px', bgcolor: color.skeleton }} />
    </Box>
  ))
}

/** In the room of the list, so that nothing moves. */
function Unread() {
  const isOnline = useIsOnline()
  const isRead = useBoard((view) => view.dashboard !== undefined)
  return (
    <Stack sx={{ gap: 1, py: 1 }}>
      <Typography variant="body2" color="textSecondary">
        {esLoans.loan.unread}
      </Typography>
      {!isRead && (
        <Typography variant="body2" sx={{ color: color.warning }}>
          {esLoans.header.noAnswer(isOnline, undefined)}
        </Typography>
      )}
    </Stack>
  )
}

function Empty() {
  return (
    <Stack sx={{ alignItems: 'center', justifyContent: 'center', textAlign: 'center', gap: 0.5, py: 2, color: 'text.secondary' }}>
      <Icon path={mdiCalendarBlankOutline} size={32} />
      <Typography color="textPrimary">{words.none}</Typography>
      <Typography variant="body2">{words.noneHint}</Typography>
    </Stack>
  )
}

function Total({ swatch, label, amount, state }: { swatch: string; label: string; amount: Dollars; state: State }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Typography variant="caption" color="textSecondary" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Box component="span" sx={{ width: 8, height: 8, borderRadius: '2px', bgcolor: swatch }} />
        {label}
      </Typography>
      <Typography sx={{ fontSize: fitting('1.125rem', moneyOwed(amount)), fontWeight: 700, whiteSpace: 'nowrap' }}>
        {state === 'known' ? (
          moneyOwed(amount)
        ) : state === 'unknown' ? (
          words.unknown
        ) : (
          <Box
            component="span"
            sx={{ display: 'inline-block', width: '4em', height: '1em', borderRadius: '8px', bgcolor: color.skeleton }}
          />
        )}
      </Typography>
    </Box>
  )
}
