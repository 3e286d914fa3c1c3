import { mdiCloudOffOutline, mdiContentCopy, mdiShareVariant, mdiWaterOutline } from '@mdi/js'
import { Box, Button, IconButton, Paper, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import type { Dashboard } from '../../../chain/fetchDashboard.ts'
import { networkOf } from '../../../chains.ts'
import { estimatedDollars } from '../../../loans/balance.ts'
import { useCopy } from '../../../state/session/useCopy.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { eth, money } from '../../../text/format.ts'
import { shortAddress } from '../../../text/shortHex.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNotices } from '../../../ui/Notices.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'

type Props = {
  address: Address
  /** Undefined until the first answer. */
  dashboard: Dashboard | undefined
  isOffline: boolean
  /** The network answers, but with less than what is shown. */
  isLagging: boolean
  /** How many loans could not be decoded. */
  refusedCount: number
  /** Seconds since the block that is shown. */
  age: number
  isFunding: boolean
  onFunds: () => void
  children?: ReactNode
}

export function HeaderCard(props: Props) {
  const { address, dashboard, isOffline, isLagging, refusedCount, age, isFunding, onFunds, children } = props
  // H2: zero while nothing was read and while the node does not answer.
  const wei = isOffline ? 0n : (dashboard?.ethBalance ?? 0n)
  // Shown until it is known whether there is a contract, so that the layout does not shift.
  const hasFaucet = dashboard === undefined || dashboard.book !== undefined
  return (
    <Paper
      component="section"
      elevation={0}
      aria-label={esLoans.header.section}
      sx={{
        p: { xs: 2, sm: 3, lg: 4 },
        border: 1,
        borderColor: 'divider',
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
      }}
    >
      <Stack spacing={2}>
        <div>
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, minHeight: 28 }}>
            <Typography variant="body2" color="textSecondary">
              {esLoans.header.balance}
            </Typography>
            <NetworkChip chainId={dashboard?.book?.chainId} isOffline={isOffline} />
          </Stack>
          <Typography
            variant="h3"
            component="p"
            role="status"
            sx={{ overflowWrap: 'anywhere', fontSize: { xs: '2rem', sm: '2.5rem', lg: '3rem' } }}
          >
            {money(estimatedDollars(wei))}
          </Typography>
          {/* Each line reserves its height before anything is read, so that the layout does not shift. */}
          <Stack
            sx={{
              flexDirection: { xs: 'column', sm: 'row' },
              flexWrap: 'wrap',
              columnGap: 2,
              color: 'text.secondary',
              overflowWrap: 'anywhere',
            }}
          >
            <span>{`≈ ${eth(wei)} ETH`}</span>
            <Box component="span" sx={{ minHeight: '1.5rem' }}>
              {dashboard?.book && (
                <>
                  {esLoans.header.dollars}{' '}
                  <Box component="span" sx={{ color: 'text.primary' }}>
                    {money(dashboard.book.dollarBalance)}
                  </Box>
                </>
              )}
            </Box>
          </Stack>
          {dashboard && (isOffline || isLagging) && (
            <Typography variant="body2" sx={{ mt: 1, color: color.warning }}>
              {isOffline ? esLoans.header.stale(age) : esLoans.header.lagging(age)}
            </Typography>
          )}
          {refusedCount > 0 && (
            <Typography variant="body2" sx={{ mt: 1, color: color.warning }}>
              {esLoans.header.refused(refusedCount)}
            </Typography>
          )}
        </div>
        <AddressRow address={address} />
        {dashboard?.book && !isOffline && wei === 0n && (
          <Notice severity="warning" role="note">
            {esCommands.faucet.noEther}
          </Notice>
        )}
        {hasFaucet && (
          <Button
            variant="outlined"
            startIcon={<Icon path={mdiWaterOutline} />}
            disabled={!dashboard?.book}
            aria-busy={isFunding}
            onClick={onFunds}
            sx={{ alignSelf: { xs: 'stretch', sm: 'flex-start' } }}
          >
            {isFunding ? esCommands.faucet.busy : esCommands.faucet.open}
          </Button>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" sx={{ borderColor: 'divider', color: 'text.secondary' }}>
            {esLoans.header.deposit}
          </Button>
          <Button variant="outlined" sx={{ borderColor: 'divider', color: 'text.secondary' }}>
            {esLoans.header.withdraw}
          </Button>
        </Stack>
      </Stack>
      {children}
    </Paper>
  )
}

function NetworkChip({ chainId, isOffline }: { chainId: number | undefined; isOffline: boolean }) {
  if (isOffline) return <StateChip tone="warning" icon={mdiCloudOffOutline} label={esLoans.header.offline} />
  const network = networkOf(chainId)
  return network ? <StateChip tone="network" label={network.name} /> : null
}

function AddressRow({ address }: { address: Address }) {
  const notify = useNotices()
  const { copy, isCopied } = useCopy()
  const share = async () => {
    if ('share' in navigator) return navigator.share({ text: address })
    await copy(address)
    notify(esLoans.header.addressCopied)
  }
  // The specification has every failure of clipboard and share sheet ignored.
  const silently = (work: () => Promise<unknown>) => () => {
    work().catch(() => {})
  }

  return (
    <Stack
      direction="row"
      sx={{
        alignSelf: 'flex-start',
        alignItems: 'center',
        pl: 1.5,
        border: `1px solid ${color.line}`,
        borderRadius: 1,
        bgcolor: color.inset,
      }}
    >
      <Box component="span" sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap', mr: 0.5, minWidth: '11ch' }}>
        {shortAddress(address)}
      </Box>
      <IconButton aria-label={esLoans.header.copy} onClick={silently(() => copy(address))}>
        <Icon path={mdiContentCopy} />
      </IconButton>
      <IconButton aria-label={esLoans.header.share} onClick={silently(share)}>
        <Icon path={mdiShareVariant} />
      </IconButton>
      {isCopied && (
        <Typography role="status" variant="body2" sx={{ pr: 1.5, color: color.success }}>
          {esLoans.header.copied}
        </Typography>
      )}
    </Stack>
  )
}
