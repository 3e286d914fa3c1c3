import { Box, Typography } from '@mui/material'
import { color } from '../theme.ts'

type Fact = readonly [label: string, value: string]

type Props = {
  facts: readonly Fact[]
  /** What they come to: last and larger. */
  total?: Fact
}

/** Label and value, row by row, on a raised panel. A value too long for its row goes below its label. */
export function Facts({ facts, total }: Props) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.25, px: 2, py: 1.75, borderRadius: '10px', bgcolor: color.raised }}>
      {facts.map((fact) => (
        <Row key={fact[0]} fact={fact} sx={{ fontSize: '0.9375rem', fontWeight: 500 }} />
      ))}
      {total && <Row fact={total} sx={{ fontSize: '1.25rem', lineHeight: 1.4, fontWeight: 700 }} />}
    </Box>
  )
}

function Row({ fact: [label, value], sx }: { fact: Fact; sx: object }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline', columnGap: 2 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, ml: 'auto', textAlign: 'right', overflowWrap: 'anywhere', ...sx }}>
        {value}
      </Typography>
    </Box>
  )
}
