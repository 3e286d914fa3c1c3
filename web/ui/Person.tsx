import { Box, Typography } from '@mui/material'
import { shortAddress } from '../text/shortHex.ts'
import { color } from '../theme.ts'

/** An address with an avatar, and one line about its loan history. */
export function Person({ address, line }: { address: string; line: string }) {
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
        <Typography variant="body2" sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
          {shortAddress(address)}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {line}
        </Typography>
      </Box>
    </Box>
  )
}
