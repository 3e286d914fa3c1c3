import { Box, Typography } from '@mui/material'
import type { Tone } from '../text/personRecord.ts'
import { shortAddress } from '../text/shortHex.ts'
import { Face } from './Face.tsx'

type Props = {
  address: string
  /** In place of the address. */
  name?: string | undefined
  line: string
  tone?: Tone
}

const INKS: Record<Tone, string> = {
  plain: 'text.secondary',
  good: 'success.main',
  late: 'error.main',
  doubt: 'warning.main',
}

/** A face, an address, and one line about the person's loan history. */
export function Person({ address, name, line, tone = 'plain' }: Props) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Face address={address} size={40} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 500, whiteSpace: 'nowrap', ...(!name && { fontFamily: 'monospace' }) }}>
          {name ?? shortAddress(address)}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: INKS[tone] }}>
          {line}
        </Typography>
      </Box>
    </Box>
  )
}
