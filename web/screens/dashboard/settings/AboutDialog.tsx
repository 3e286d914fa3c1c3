import { Button, Link, Stack, Typography } from '@mui/material'
import type { Address } from 'viem'
import { config } from '../../../config.ts'
import { pathOf } from '../../../routes.ts'
import { esSettings } from '../../../text/es/esSettings.ts'
import { explorerUrl } from '../../../text/explorer.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { WholeAddress, WholeHex } from '../../../ui/WholeHex.tsx'

const OUTSIDE = { target: '_blank', rel: 'noreferrer', sx: { display: 'inline-block', py: 1.5 } }

type Props = { chainId: number; contract: Address | undefined; onClose: () => void }

export function AboutDialog({ chainId, contract, onClose }: Props) {
  const source = config.sourceUrl
  const revision = APP_COMMIT || 'HEAD'
  const url = contract && explorerUrl(chainId, 'address', contract)
  return (
    <Dialog title={esSettings.about.title} onClose={onClose}>
      <Stack spacing={2}>
        <Typography sx={{ fontWeight: 500 }}>{esSettings.about.version(APP_VERSION)}</Typography>
        <Typography variant="body2" color="textSecondary">
          {esSettings.about.body}
        </Typography>
        {APP_COMMIT && <WholeAddress label={esSettings.about.commit} address={APP_COMMIT} />}
        {source && (
          <Stack sx={{ alignItems: 'flex-start' }}>
            <Link href={`${source}/tree/${revision}`} {...OUTSIDE}>
              {esSettings.about.source}
            </Link>
            <Link href={`${source}/blob/${revision}/SECURITY.md`} {...OUTSIDE}>
              {esSettings.about.security}
            </Link>
          </Stack>
        )}
        <div>
          <Typography variant="caption" color="textSecondary" component="p">
            {esSettings.about.contract}
          </Typography>
          <Typography variant="body2">{contract ? <WholeHex hex={contract} /> : esSettings.about.noContract}</Typography>
          {url && (
            <Link href={url} {...OUTSIDE}>
              {esSettings.about.explorer}
            </Link>
          )}
        </div>
        <DialogButtons>
          {/* Vite writes this file, from what it bundled. */}
          <Button variant="outlined" href={pathOf('/licencias.txt')} target="_blank" rel="noreferrer">
            {esSettings.about.licences}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
