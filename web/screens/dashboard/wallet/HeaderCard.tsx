import {
  mdiCallMade,
  mdiCallReceived,
  mdiCloudOffOutline,
  mdiContentCopy,
  mdiHistory,
  mdiShareVariant,
  mdiWaterOutline,
} from '@mdi/js'
import { Box, Button, IconButton, Paper, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useIsOnline } from '../../../board/network/useIsOnline.ts'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { networkOf } from '../../../chains.ts'
import { words as faucetWords } from '../../../commands/faucet/words.ts'
import { useFunds } from '../../../commands/useFunds.tsx'
import { estimatedDollars } from '../../../loans/balance.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { eth, money } from '../../../text/format.ts'
import { shortAddress } from '../../../text/shortHex.ts'
import { color } from '../../../theme.ts'
import { fitting } from '../../../ui/fitting.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'
import { DueDates } from '../loans/DueDates.tsx'
import { useShareAddress } from './useShareAddress.ts'

/** The dialogs that the row of actions opens, with their icons. */
const ACTIONS = [
  ['receive', mdiCallReceived],
  ['send', mdiCallMade],
  ['activity', mdiHistory],
] as const

// On a phone side by side, the icon above its word; in rem, so that they wrap where letters are large.
const action = {
  flex: { xs: '1 1 5.5rem', sm: 'none' },
  flexDirection: { xs: 'column', sm: 'row' },
  gap: { xs: 0.5, sm: 0 },
  px: { xs: 1, sm: 2 },
  '& .MuiButton-startIcon': { ml: { xs: 0, sm: -0.5 }, mr: { xs: 0, sm: 1 } },
} as const

/** The account: address, balances and what one does with them; beside it the due dates. */
export function HeaderCard() {
  return (
    <Box
      component="section"
      data-place="home"
      aria-label={esLoans.header.section}
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: 'minmax(0, 1fr) 360px',
          lg: 'minmax(0, calc((200% - 24px) / 3)) minmax(0, 1fr)',
        },
      }}
    >
      <Paper
        elevation={0}
        sx={{
          minWidth: 0,
          p: { xs: 2, sm: 3, lg: 3.5 },
          border: 1,
          borderColor: 'divider',
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          gap: 2,
        }}
      >
        <AddressRow />
        <Balances />
        <Warnings />
        <Actions />
      </Paper>
      <DueDates />
    </Box>
  )
}

function Balances() {
  const dashboard = useBoard((view) => view.dashboard)
  const isOffline = useBoard((view) => view.isOffline)
  const inOffers = useBoard((view) => view.inOffers)
  // H2: zero while nothing was read and while the node does not answer.
  const wei = isOffline ? 0n : (dashboard?.ethBalance ?? 0n)
  const book = dashboard?.book
  // Without a contract there are no dollars, and without an answer nobody knows.
  const isUnread = dashboard !== undefined || isOffline
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 1,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          md: 'minmax(0, 1fr)',
          lg: 'repeat(2, minmax(0, 1fr))',
        },
      }}
    >
      <Tile
        label={esLoans.header.balance}
        chip={<NetworkChip chainId={book?.chainId} isOffline={isOffline} />}
        amount={
          <Balance role="status" text={money(estimatedDollars(wei))} isUnsure={isOffline || !dashboard}>
            {money(estimatedDollars(wei))}
          </Balance>
        }
      >
        <span>{`≈ ${eth(wei)} ETH`}</span>
        {/* A line of its own that is always there, so that nothing moves when the warning goes. */}
        <Box component="span" sx={{ display: 'block', minHeight: '1.25rem', color: color.warning }}>
          {isOffline ? esLoans.header.unreadBalance : book && wei === 0n && esLoans.header.noEther}
        </Box>
      </Tile>
      <Tile
        label={esLoans.header.dollars}
        amount={
          <Balance text={book ? money(book.dollarBalance) : ''} isUnsure={isOffline}>
            {book ? money(book.dollarBalance) : isUnread ? esLoans.header.unknown : <Waiting width="5em" />}
          </Balance>
        }
      >
        {esLoans.header.inOffers}{' '}
        <Box
          component="span"
          sx={{
            color: 'text.primary',
            fontSize: fitting('1em', money(inOffers ?? 0n)),
            fontWeight: 500,
            whiteSpace: 'nowrap',
          }}
        >
          {inOffers !== undefined ? money(inOffers) : isUnread && !book ? esLoans.header.unknown : <Waiting width="4em" />}
        </Box>
      </Tile>
    </Box>
  )
}

/** Of what is shown: how old it is, and what of it could not be read. */
function Warnings() {
  const isOnline = useIsOnline()
  const dashboard = useBoard((view) => view.dashboard)
  const isOffline = useBoard((view) => view.isOffline)
  const isLagging = useBoard((view) => view.isLagging)
  const refusedCount = useBoard((view) => view.refusedCount)
  const age = useBoard(({ now, dashboard }) => (dashboard ? now - dashboard.at.timestamp : 0))
  return (
    <>
      {(isOffline || (dashboard && isLagging)) && (
        <Typography variant="body2" sx={{ color: color.warning }}>
          {isOffline ? esLoans.header.noAnswer(isOnline, dashboard && age) : esLoans.header.lagging(age)}
        </Typography>
      )}
      {refusedCount > 0 && (
        <Typography variant="body2" sx={{ color: color.warning }}>
          {esLoans.header.refused(refusedCount)}
        </Typography>
      )}
    </>
  )
}

function Actions() {
  const { ask } = useBoardStore()
  const { isBusy, get } = useFunds()
  const book = useBoard((view) => view.book)
  // Shown until it is known whether there is a contract, so that the layout does not shift.
  const hasFaucet = useBoard((view) => view.dashboard === undefined || view.book !== undefined)
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {ACTIONS.map(([dialog, icon]) => (
          <Button
            key={dialog}
            variant="tonal"
            startIcon={<Icon path={icon} />}
            // Nothing is sent where there is no contract, or none was read yet.
            disabled={dialog === 'send' && !book}
            onClick={() => ask({ kind: dialog })}
            sx={action}
          >
            {esLoans.header[dialog]}
          </Button>
        ))}
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {hasFaucet && (
          <Button
            variant="tonal"
            startIcon={<Icon path={mdiWaterOutline} />}
            disabled={!book}
            aria-busy={isBusy}
            onClick={get}
            sx={{ flex: { xs: '1 1 100%', sm: 'none' }, mr: { sm: 'auto' } }}
          >
            {isBusy ? faucetWords.busy : faucetWords.open}
          </Button>
        )}
        {[esLoans.header.deposit, esLoans.header.withdraw].map((label) => (
          <Button key={label} color="inherit" sx={{ color: 'text.secondary', flex: { xs: '1 1 auto', sm: 'none' }, px: 1.5 }}>
            {label}
          </Button>
        ))}
      </Stack>
    </>
  )
}

function Tile({ label, chip, amount, children }: { label: string; chip?: ReactNode; amount: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, containerType: 'inline-size' }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, minHeight: 28 }}>
        <Typography variant="body2" color="textSecondary">
          {label}
        </Typography>
        {chip}
      </Stack>
      {amount}
      <Typography variant="body2" component="div" color="textSecondary">
        {children}
      </Typography>
    </Box>
  )
}

type BalanceProps = { text: string; role?: 'status'; isUnsure?: boolean; children: ReactNode }

/**
 * A large amount on one line: the more digits, the smaller, and never wider than its tile, however large the text. `isUnsure`: old,
 * or not read at all.
 */
function Balance({ text, role, isUnsure = false, children }: BalanceProps) {
  return (
    <Typography
      variant="h3"
      component="p"
      {...(role && { role })}
      sx={{
        whiteSpace: 'nowrap',
        lineHeight: 1.25,
        // At least as long as most are, so that it does not change with each digit.
        fontSize: { xs: fitting('2.125rem', text.padEnd(11)), lg: fitting('2.75rem', text.padEnd(11)) },
        ...(isUnsure && { color: 'text.secondary' }),
      }}
    >
      {children}
    </Typography>
  )
}

/** Stands for an amount that was not read yet. */
function Waiting({ width }: { width: string }) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-block', width, height: '0.8em', borderRadius: '8px', bgcolor: color.skeleton }}
    />
  )
}

function NetworkChip({ chainId, isOffline }: { chainId: number | undefined; isOffline: boolean }) {
  if (isOffline) return <StateChip tone="warning" icon={mdiCloudOffOutline} label={esLoans.header.offline} />
  const network = networkOf(chainId)
  return network ? <StateChip tone="network" label={network.name} /> : null
}

function AddressRow() {
  const { address, copy, share, isCopied } = useShareAddress()
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
      <Box sx={{ mr: 1.5, minWidth: 0 }}>
        <Typography variant="caption" component="div" color="textSecondary">
          {esLoans.header.address}
        </Typography>
        <Box component="span" sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }}>
          {shortAddress(address)}
        </Box>
      </Box>
      <IconButton aria-label={esLoans.header.copy} onClick={copy}>
        <Icon path={mdiContentCopy} />
      </IconButton>
      <IconButton aria-label={esLoans.header.share} onClick={share}>
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
