import { Box, Button, Typography } from '@mui/material'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Instalment } from '../loans/plan.ts'
import { esPlan, foldRows, type HiddenRows, type PlanRow, planRows } from '../text/papers/planRows.ts'
import { color } from '../theme.ts'
import { PANEL } from './Facts.tsx'
import { fitting } from './fitting.ts'

const DOTS: Record<Instalment['state'], { bgcolor?: string; boxShadow?: string }> = {
  paid: { bgcolor: color.secondary },
  next: { boxShadow: `inset 0 0 0 3px ${color.primary}` },
  late: { boxShadow: `inset 0 0 0 3px ${color.error}` },
  later: { boxShadow: `inset 0 0 0 2px ${color.field}` },
}

type Props = {
  plan: readonly Instalment[]
  /** Said above it, such as when the dates begin to count. */
  label?: string
  /** In place of what is said by default: paid, late, or partly paid. */
  remarkOf?: (instalment: Instalment) => string
}

/** A plan of payments: dots on a line, with date, remark and amount. A long one is folded but for its ends and what is due. */
export function Plan({ plan, label, remarkOf }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState<number>()
  const rows = planRows(plan).map((row, index) => {
    const instalment = plan[index]
    return remarkOf && instalment ? { ...row, remark: remarkOf(instalment) } : row
  })
  // The button that opened the rest is gone: the focus moves to the first row that was not shown before.
  useLayoutEffect(() => {
    if (opened !== undefined) list.current?.querySelector<HTMLElement>(`[data-number="${opened}"]`)?.focus()
  }, [opened])

  return (
    <Box sx={{ display: 'grid', ...PANEL, gap: 0.5 }}>
      {label && (
        <Typography variant="caption" color="textSecondary">
          {label}
        </Typography>
      )}
      <Box
        component="ol"
        ref={list}
        aria-label={esPlan.title}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          '& > li': {
            position: 'relative',
            display: 'grid',
            gridTemplateColumns: '12px minmax(0, 1fr)',
            columnGap: 1.5,
            alignItems: 'center',
            minHeight: 36,
            typography: 'body2',
          },
          // The line behind the dots, from the middle of the first row to the middle of the last.
          '& > li::before': { content: '""', position: 'absolute', left: 5, width: 2, top: 0, bottom: 0, bgcolor: color.line },
          '& > li:first-of-type::before': { top: '50%' },
          '& > li:last-of-type::before': { bottom: '50%' },
        }}
      >
        {(opened === undefined ? foldRows(rows) : rows).map((row) =>
          'count' in row ? <Hidden key={row.first} {...row} onOpen={setOpened} /> : <Row key={row.number} row={row} />,
        )}
      </Box>
    </Box>
  )
}

function Row({ row: { number, state, day, remark, amount } }: { row: PlanRow }) {
  return (
    <li data-number={number} tabIndex={-1}>
      <Box sx={{ width: 12, height: 12, borderRadius: '50%', bgcolor: color.raised, position: 'relative', ...DOTS[state] }} />
      <Box sx={{ containerType: 'inline-size', display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Box component="span" sx={{ mr: 'auto', whiteSpace: 'nowrap', fontWeight: state === 'next' ? 500 : 400 }}>
          {day}
        </Box>{' '}
        {remark && (
          <Typography component="span" variant="caption" color={state === 'late' ? 'error' : 'textSecondary'}>
            {remark}
          </Typography>
        )}{' '}
        <Box component="b" sx={{ ml: 'auto', whiteSpace: 'nowrap', fontWeight: 500, fontSize: fitting('1em', amount) }}>
          {amount}
        </Box>
      </Box>
    </li>
  )
}

function Hidden({ first, count, onOpen }: HiddenRows & { onOpen: (first: number) => void }) {
  return (
    <li>
      <Button onClick={() => onOpen(first)} sx={{ gridColumn: 2, justifySelf: 'start', ml: -1.5, px: 1.5, typography: 'body2' }}>
        {esPlan.more(count)}
      </Button>
    </li>
  )
}
