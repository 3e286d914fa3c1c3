import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { color } from '../theme.ts'
import { fitting } from './fitting.ts'
import { Unbroken } from './Unbroken.tsx'

export type Fact = readonly [label: string, value: ReactNode, size?: 'usual' | 'large']

/** A raised panel inside a card or a dialog. */
export const PANEL = { gap: 1.25, px: 2, py: 1.75, borderRadius: '10px', bgcolor: color.raised }

const SIZES = {
  usual: { fontSize: '0.9375rem', fontWeight: 500 },
  large: { fontSize: '1.25rem', lineHeight: 1.4, fontWeight: 700 },
}

type Props = {
  facts: readonly Fact[]
  /** The sum: last and larger. */
  total?: Fact
}

/** Label and value, row by row, on a raised panel. A value too long for its row wraps below its label. */
export function Facts({ facts, total }: Props) {
  const rows: readonly Fact[] = total ? [...facts, [total[0], total[1], 'large']] : facts
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', ...PANEL }}>
      {rows.map(([label, value, size = 'usual']) => (
        <Box
          key={label}
          sx={{
            containerType: 'inline-size',
            display: 'flex',
            flexWrap: 'wrap',
            justifyContent: 'space-between',
            alignItems: 'baseline',
            columnGap: 2,
          }}
        >
          <Label text={label} />
          <Typography component="dd" sx={{ m: 0, ml: 'auto', textAlign: 'right', overflowWrap: 'anywhere', ...SIZES[size] }}>
            {typeof value === 'string' ? <Unbroken text={value} /> : value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** The one amount that a dialog is about. */
export function LeadingFact({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography sx={{ fontSize: fitting('2.125rem', value), lineHeight: 1.25, fontWeight: 700, whiteSpace: 'nowrap' }}>
        {value}
      </Typography>
      {children}
    </Box>
  )
}

/** Label and value in two columns without a panel, for print. */
export function FactsInColumns({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { sm: '140px minmax(0, 1fr)' } }}>
          <Label text={label} />
          <Typography component="dd" sx={{ m: 0, fontSize: SIZES.usual.fontSize }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

function Label({ text }: { text: string }) {
  return (
    <Typography component="dt" variant="body2" color="textSecondary">
      {text}
    </Typography>
  )
}

export type StackedFact = readonly [label: string, value: string, detail?: string]

/** In characters. A longer value has a row of its own, because the columns are narrow on a phone. */
const LONG_VALUE = 13

/** Values below their labels, in equal columns from the left, for cards. With large text they become fewer columns. */
export function StackedFacts({ facts }: { facts: readonly StackedFact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        containerType: 'inline-size',
        m: 0,
        display: 'grid',
        gap: 1,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(5.25rem, 100%), 1fr))',
      }}
    >
      {facts.map(([label, value, detail]) => (
        <Box key={label} sx={{ minWidth: 0, ...(value.length > LONG_VALUE && { gridColumn: '1 / -1' }) }}>
          <Typography component="dt" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
            {label}
          </Typography>
          <Typography
            component="dd"
            sx={{
              m: 0,
              lineHeight: '1.375rem',
              whiteSpace: 'nowrap',
              ...SIZES.usual,
              fontSize: fitting(SIZES.usual.fontSize, value),
            }}
          >
            {value}
          </Typography>
          {detail && (
            <Typography component="dd" variant="caption" color="textSecondary" sx={{ m: 0, display: 'block' }}>
              {detail}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  )
}
