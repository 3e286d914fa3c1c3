import { Box, Typography } from '@mui/material'
import { color } from '../theme.ts'

/** Label and value, row by row, on a raised panel. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.25, px: 2, py: 1.75, borderRadius: '10px', bgcolor: color.raised }}>
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography
            component="dd"
            sx={{ m: 0, fontSize: '0.9375rem', fontWeight: 500, textAlign: 'right', overflowWrap: 'anywhere' }}
          >
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
