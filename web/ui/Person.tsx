import { Box, Typography } from '@mui/material'
import { shortAddress } from '../text/shortHex.ts'
import { color } from '../theme.ts'

type Props = {
  address: string
  line: string
  /** Where one signs: addresses with the same first and last characters are easily made. */
  isWhole?: boolean
}

/** An address with an avatar, and one line about its loan history. */
export function Person({ address, line, isWhole = false }: Props) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Box
        aria-hidden="true"
        sx={{
          flex: 'none',
          width: 32,
          height: 32,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          bgcolor: color.raised,
          color: 'text.secondary',
          fontSize: '0.75rem',
          fontWeight: 600,
          textTransform: 'uppercase',
        }}
      >
        {address.slice(2, 4)}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography
          variant="body2"
          sx={{
            fontWeight: 500,
            ...(isWhole ? { fontFamily: 'monospace', overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap' }),
          }}
        >
          {isWhole ? address : shortAddress(address)}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {line}
        </Typography>
      </Box>
    </Box>
  )
}
