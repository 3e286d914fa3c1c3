import { Box, LinearProgress } from '@mui/material'
import { color } from '../theme.ts'

type Props = {
  label: string
  /** From 0 to 100. */
  percent: number
  /** How many equal parts it is cut into. */
  parts: number
  /** Where it should be by now, from 0 to 100, if it is behind. */
  expected?: number | undefined
}

/** How much of a loan was paid. In instalments it is cut into them, and a mark shows where it should be when it is behind. */
export function PlanBar({ label, percent, parts, expected }: Props) {
  const part = `calc(100% / ${parts})`
  return (
    <Box sx={{ position: 'relative' }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={label}
        color={percent === 100 ? 'success' : 'secondary'}
        sx={{ height: 8, borderRadius: 4, bgcolor: color.line }}
      />
      {parts > 1 && (
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            // The last gap is beyond the bar's end.
            background: `repeating-linear-gradient(90deg, transparent 0 calc(${part} - 2px), ${color.paper} calc(${part} - 2px) ${part})`,
            backgroundSize: 'calc(100% + 2px) 100%',
          }}
        />
      )}
      {expected !== undefined && (
        <Box
          sx={{
            position: 'absolute',
            top: -4,
            left: `calc(${expected}% - 2px)`,
            width: 2,
            height: 16,
            borderRadius: '2px',
            bgcolor: color.text,
          }}
        />
      )}
    </Box>
  )
}
