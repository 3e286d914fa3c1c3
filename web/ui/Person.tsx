import { Box, Typography } from '@mui/material'
import { shortAddress } from '../text/shortHex.ts'
import { Face } from './Face.tsx'

type Props = {
  address: string
  /** In place of the address. */
  name?: string | undefined
  line: string
}

/** A face, an address, and one line about the person's loan history. */
export function Person({ address, name, line }: Props) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Face address={address} size={40} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 500, whiteSpace: 'nowrap', ...(!name && { fontFamily: 'monospace' }) }}>
          {name ?? shortAddress(address)}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {line}
        </Typography>
      </Box>
    </Box>
  )
}
