import { Box, Link } from '@mui/material'
import { explorerUrl } from '../../../text/explorer.ts'
import { shortAddress } from '../../../text/shortHex.ts'

/** A shortened transaction hash, linked to the block explorer where the network has one. */
export function TransactionLink({ chainId, hash }: { chainId: number | undefined; hash: string }) {
  const url = explorerUrl(chainId, 'tx', hash)
  const text = (
    <Box component="span" title={hash} sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }}>
      {shortAddress(hash)}
    </Box>
  )
  if (!url) return text
  return (
    <Link href={url} target="_blank" rel="noreferrer">
      {text}
    </Link>
  )
}
