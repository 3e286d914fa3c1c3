import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { color } from '../theme.ts'

export type Fact = readonly [label: string, value: ReactNode, size?: 'usual' | 'large']

type Props = {
  facts: readonly Fact[]
  /** Shown last and larger. */
  total?: Fact
}

/** A definition list of labels and values on a raised panel. A value too long for its row wraps below its label. */
export function Facts({ facts, total }: Props) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.25, px: 2, py: 1.75, borderRadius: '10px', bgcolor: color.raised }}>
      {facts.map((fact) => (
        <Row key={fact[0]} fact={fact} />
      ))}
      {total && <Row fact={[total[0], total[1], 'large']} />}
    </Box>
  )
}

const SIZES = {
  usual: { fontSize: '0.9375rem', fontWeight: 500 },
  large: { fontSize: '1.25rem', lineHeight: 1.4, fontWeight: 700 },
}

function Row({ fact: [label, value, size = 'usual'] }: { fact: Fact }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline', columnGap: 2 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, ml: 'auto', textAlign: 'right', overflowWrap: 'anywhere', ...SIZES[size] }}>
        {value}
      </Typography>
    </Box>
  )
}
