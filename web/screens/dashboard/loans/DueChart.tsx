import { Typography } from '@mui/material'
import type { DueDate } from '../../../board/own/dueDates.ts'
import { DAY } from '../../../loans/loan.ts'
import type { Dollars } from '../../../loans/units.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { date, moneyOwed, shortDate } from '../../../text/format.ts'
import { color } from '../../../theme.ts'

// In units of the viewBox.
const WIDTH = 336
const HEIGHT = 172
/** Baselines: bars above UPPER are due to me, bars below LOWER are due from me. */
const UPPER = 82
const LOWER = 102
const TALLEST = 52
const MARGIN = 24
const BAR = 8
/** Average width of a character in a label. */
const LETTER = 6.6
/** Between a label and the line of today. */
const GAP = 3

const TICKS = 5
/** How many due dates a screen reader is told. */
const SPOKEN_DAYS = 24
/** The time axis: at least this far, and clamped to that. In seconds. */
const SHORTEST_PAST = 2 * DAY
const SHORTEST_FUTURE = 14 * DAY
const LONGEST_PAST = 60 * DAY
const LONGEST_FUTURE = 180 * DAY

type Props = { dates: readonly DueDate[]; now: number }

/**
 * Due dates on a time axis: what I am owed above, what I owe below, late ones in red. A payment whose amount is not known is
 * dotted, as low as a bar can be, and has no label.
 */
export function DueChart({ dates, now }: Props) {
  const onAxis = (moment: number) => clamp(now - LONGEST_PAST, moment, now + LONGEST_FUTURE)
  const isLate = ({ dueAt }: DueDate) => now > dueAt
  // A bar for each day: one for each loan would be too many of them.
  const bars = byDay(dates, (due) => `${isLate(due)} ${date(onAxis(due.dueAt))}`)
  const moments = bars.map(({ dueAt }) => onAxis(dueAt))
  const first = Math.min(now - SHORTEST_PAST, ...moments)
  const last = Math.max(now + SHORTEST_FUTURE, ...moments)
  const highest = bars.map(({ amount = 0n }) => amount).sort(byAmount)[0] || 1n
  const x = (moment: number) => MARGIN + ((clamp(first, moment, last) - first) / (last - first)) * (WIDTH - 2 * MARGIN)
  // A Number is precise enough for a height; amounts stay bigint.
  const height = (amount: Dollars) => 6 + (Number((amount * 1000n) / highest) / 1000) * (TALLEST - 6)

  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={sentence(dates)}
        fontSize="12"
        fontFamily="inherit"
        style={{ maxWidth: 448 }}
      >
        <path d={`M0 ${UPPER}H${WIDTH}M0 ${LOWER}H${WIDTH}`} stroke={color.line} />
        <path d={`M${x(now)} 8V${UPPER}`} stroke={color.field} strokeDasharray="3 3" />
        {ticks(first, last, now).map(({ moment, label }) => (
          <text key={moment} x={x(moment)} y={LOWER - 6} textAnchor="middle" fill={color.text2}>
            {label}
          </text>
        ))}
        {withLabels(bars, x, x(now)).map(({ label, ...due }, index) => {
          const tall = height(due.amount ?? 0n)
          const isUnread = due.amount === undefined
          const ink = isLate(due) ? color.error : due.side === 'lent' ? color.secondary : color.primary
          const top = due.side === 'lent' ? UPPER - tall : LOWER
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
            <g key={index}>
              <rect
                x={x(due.dueAt) - BAR / 2}
                y={top}
                width={BAR}
                height={tall}
                rx={3}
                fill={isUnread ? 'none' : ink}
                stroke={ink}
                strokeWidth={2}
                {...(isUnread && { strokeDasharray: '2 2' })}
              />
              {label && (
                <text
                  x={label.x}
                  y={due.side === 'lent' ? top - 6 : top + tall + 14}
                  textAnchor="middle"
                  fill={color.text}
                  fontWeight={500}
                >
                  {label.text}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      {dates.some(({ amount }) => amount === undefined) && (
        <Typography variant="caption" color="textSecondary">
          {esLoans.dueDates.unread}
        </Typography>
      )}
    </>
  )
}

type Label = { text: string; x: number; half: number }
type Labelled = DueDate & { label: Label | undefined }

/** Labels large amounts first; the others only where the label overlaps neither another label nor a taller bar. */
function withLabels(dates: readonly DueDate[], x: (moment: number) => number, today: number): Labelled[] {
  const placed: Labelled[] = []
  const isFree = ({ side, amount = 0n }: DueDate, label: Label) =>
    dates
      .filter((other) => other.side === side && (other.amount ?? 0n) > amount)
      .every(({ dueAt }) => Math.abs(label.x - x(dueAt)) >= label.half + BAR / 2) &&
    placed
      .filter((other) => other.side === side)
      .every((other) => !other.label || Math.abs(label.x - other.label.x) >= label.half + other.label.half)

  for (const due of [...dates].sort((a, b) => byAmount(a.amount ?? 0n, b.amount ?? 0n))) {
    if (due.amount === undefined) {
      placed.push({ ...due, label: undefined })
      continue
    }
    const text = moneyOwed(due.amount)
    const half = (text.length * LETTER) / 2
    const bar = x(due.dueAt)
    // The line of today is drawn above only: a label that would cross it moves to the side of its bar, or to where there is room.
    const crosses = due.side === 'lent' && Math.abs(clamp(half, bar, WIDTH - half) - today) < half + GAP
    const left = today - half - GAP
    const right = today + half + GAP
    const isLeft = right + half > WIDTH || (bar < today && left >= half)
    const centre = crosses ? (isLeft ? left : right) : bar
    const label = { text, half, x: clamp(half, centre, WIDTH - half) }
    placed.push({ ...due, label: isFree(due, label) ? label : undefined })
  }
  return placed
}

function clamp(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most)
}

/** 'Hoy', and evenly spaced dates that do not overlap it. */
function ticks(first: number, last: number, now: number): { moment: number; label: string }[] {
  const step = (last - first) / (TICKS - 1)
  const even = Array.from({ length: TICKS }, (_, index) => first + index * step)
  return [
    { moment: now, label: esLoans.dueDates.today },
    ...even.filter((moment) => Math.abs(moment - now) > step * 0.6).map((moment) => ({ moment, label: shortDate(moment) })),
  ]
}

function byAmount(a: Dollars, b: Dollars): number {
  return a < b ? 1 : a > b ? -1 : 0
}

/** Sums what is due on the same day, by the device's time zone; what is not known stays apart. */
function byDay(dates: readonly DueDate[], dayOf: (due: DueDate) => string = ({ dueAt }) => date(dueAt)): DueDate[] {
  const days = new Map<string, DueDate>()
  for (const due of dates) {
    const key = `${due.side} ${due.amount === undefined} ${dayOf(due)}`
    const before = days.get(key)
    const sum = before?.amount !== undefined && due.amount !== undefined ? before.amount + due.amount : due.amount
    days.set(key, { ...(before ?? due), amount: sum })
  }
  return [...days.values()]
}

function sentence(dates: readonly DueDate[]): string {
  const days = byDay(dates)
  const items = days
    .slice(0, SPOKEN_DAYS)
    .map(({ dueAt, amount, side }) =>
      esLoans.dueDates[side === 'lent' ? 'itemIn' : 'itemOut'](
        amount === undefined ? esLoans.dueDates.anInstalment : moneyOwed(amount),
        date(dueAt),
      ),
    )
  return esLoans.dueDates.sentence(items, days.length - items.length)
}
