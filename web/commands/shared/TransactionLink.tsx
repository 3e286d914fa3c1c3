import { Box, Link } from '@mui/material'
import { explorerUrl } from '../../text/explorer.ts'
import { shortAddress } from '../../text/shortHex.ts'
import { WholeHex } from '../../ui/WholeHex.tsx'

type Props = { chainId: number | undefined; hash: string; isWhole?: boolean }

/** A transaction hash, shortened unless `isWhole`, linked to the block explorer where the network has one. */
export function TransactionLink({ chainId, hash, isWhole = false }: Props) {
  const url = explorerUrl(chainId, 'tx', hash)
  const text = isWhole ? (
    <WholeHex hex={hash} />
  ) : (
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
