import {
  mdiCallMade,
  mdiCallReceived,
  mdiCloudOffOutline,
  mdiContentCopy,
  mdiHistory,
  mdiShareVariant,
  mdiWaterOutline,
} from '@mdi/js'
import { Box, Button, ButtonBase, IconButton, Paper, Stack, Typography } from '@mui/material'
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
import { Face } from '../../../ui/people/Face.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'
import { DueDates } from '../loans/DueDates.tsx'
import { useShareAddress } from './useShareAddress.ts'

/** The dialogs that the row of actions opens, with their icons. */
const ACTIONS = [
  ['receive', mdiCallReceived],
  ['send', mdiCallMade],
  ['activity', mdiHistory],
] as const

/** The account: address, balances and what one does with them; beside it the due dates. */
export function HeaderCard() {
  return (
    <Box
      component="section"
      data-place="home"
      aria-label={esLoans.header.section}
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 3 },
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
          gap: { xs: 1.5, sm: 2 },
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
  const hasNoEther = book !== undefined && wei === 0n
  const isWarning = isOffline || hasNoEther
  // Without a contract there are no dollars, and without an answer nobody knows.
  const isUnread = dashboard !== undefined || isOffline
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: { xs: 2, sm: 1 },
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
        amount={
          <Balance role="status" rank="estimate" text={money(estimatedDollars(wei))} isUnsure={isOffline || !dashboard}>
            {money(estimatedDollars(wei))}
          </Balance>
        }
      >
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, minHeight: 28 }}>
          <span>{`≈ ${eth(wei)} ETH`}</span>
          <NetworkChip chainId={book?.chainId} isOffline={isOffline} />
        </Stack>
        {/* One line, whatever it says, so that nothing moves. */}
        <Box component="span" sx={{ display: 'block', ...(isWarning && { color: color.warning }) }}>
          {isOffline ? esLoans.header.unreadBalance : hasNoEther ? esLoans.header.noEther : esLoans.header.forFees}
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

/**
 * Warnings about what is shown: how old it is, and what of it could not be read. Where nothing was read, the due dates say so in
 * their room.
 */
function Warnings() {
  const isOnline = useIsOnline()
  const isRead = useBoard((view) => view.dashboard !== undefined)
  const isOffline = useBoard((view) => view.isOffline)
  const isLagging = useBoard((view) => view.isLagging)
  const refusedCount = useBoard((view) => view.refusedCount)
  const age = useBoard(({ now, dashboard }) => (dashboard ? now - dashboard.at.timestamp : 0))
  return (
    <>
      {isRead && (isOffline || isLagging) && (
        <Typography variant="body2" sx={{ color: color.warning }}>
          {isOffline ? esLoans.header.noAnswer(isOnline, age) : esLoans.header.lagging(age)}
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
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1.5 }}>
      <Box
        sx={{
          flex: { xs: '1 1 100%', sm: '1 1 auto' },
          display: 'flex',
          flexWrap: 'wrap',
          rowGap: 1,
          columnGap: { xs: 0.5, sm: 3 },
        }}
      >
        {ACTIONS.map(([dialog, icon]) => (
          <Action
            key={dialog}
            icon={icon}
            label={esLoans.header[dialog]}
            // Nothing is sent where there is no contract, or none was read yet.
            isOff={dialog === 'send' && !book}
            onClick={() => ask({ kind: dialog })}
          />
        ))}
        {hasFaucet && (
          <Action
            icon={mdiWaterOutline}
            label={isBusy ? faucetWords.busy : faucetWords.open}
            isOff={!book}
            isLong
            isBusy={isBusy}
            onClick={get}
          />
        )}
      </Box>
      <Box
        sx={{
          flex: { xs: '1 1 100%', sm: 'none' },
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-around',
          ml: { sm: 'auto' },
          borderTop: { xs: `1px solid ${color.line}`, sm: 'none' },
          pt: { xs: 0.5, sm: 0 },
          mb: { xs: -1, sm: 0 },
        }}
      >
        {[esLoans.header.deposit, esLoans.header.withdraw].map((label) => (
          <Button key={label} color="inherit" sx={{ color: 'text.secondary', fontSize: '0.875rem', px: 1.5 }}>
            {label}
          </Button>
        ))}
      </Box>
    </Box>
  )
}

type ActionProps = { icon: string; label: string; isOff: boolean; isLong?: boolean; isBusy?: boolean; onClick: () => void }

/** A round icon above its word. The basis is in rem, so that they wrap where letters are large. */
function Action({ icon, label, isOff, isLong = false, isBusy = false, onClick }: ActionProps) {
  return (
    <ButtonBase
      disabled={isOff}
      aria-busy={isBusy}
      onClick={onClick}
      sx={{
        // The longest word gets the room for two lines.
        flex: { xs: isLong ? '1.5 1 5.75rem' : '1 1 3.75rem', sm: 'none' },
        maxWidth: { sm: '6.5rem' },
        minWidth: 0,
        flexDirection: 'column',
        justifyContent: 'flex-start',
        gap: 0.75,
        py: 0.75,
        borderRadius: 1,
        typography: 'caption',
        fontWeight: 500,
        lineHeight: 1.25,
        color: 'text.primary',
        '& > .disc': {
          display: 'grid',
          placeItems: 'center',
          width: 48,
          height: 48,
          borderRadius: '50%',
          bgcolor: color.primaryTint,
          color: color.primarySoft,
          '@media (forced-colors: active)': { border: '1px solid ButtonBorder' },
        },
        '&:hover > .disc': { bgcolor: color.primaryTintHover },
        '&.Mui-disabled': { color: 'text.disabled', '& > .disc': { bgcolor: color.raised, color: color.text3 } },
      }}
    >
      <span className="disc">
        <Icon path={icon} size={24} />
      </span>
      {label}
    </ButtonBase>
  )
}

function Tile({ label, amount, children }: { label: string; amount: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, containerType: 'inline-size' }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      {amount}
      <Typography variant="body2" component="div" color="textSecondary">
        {children}
      </Typography>
    </Box>
  )
}

type BalanceProps = { text: string; role?: 'status'; rank?: 'estimate' | 'usable'; isUnsure?: boolean; children: ReactNode }

/**
 * A large amount on one line: the more digits, the smaller, and never wider than its tile, however large the text. `isUnsure`: old,
 * or not read at all. What can be used has the strongest contrast.
 */
function Balance({ text, role, rank = 'usable', isUnsure = false, children }: BalanceProps) {
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
        color: INKS[rank][isUnsure ? 'unsure' : 'sure'],
      }}
    >
      {children}
    </Typography>
  )
}

const INKS = {
  estimate: { sure: color.text2, unsure: color.text3 },
  usable: { sure: color.text, unsure: color.text2 },
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
      <Face address={address} size={40} />
      <Box sx={{ ml: 1.5, mr: { xs: 'auto', sm: 1.5 }, minWidth: 0 }}>
        {/* In place of the label, so that nothing moves. */}
        {isCopied ? (
          <Typography role="status" variant="caption" component="div" sx={{ color: color.success }}>
            {esLoans.header.copied}
          </Typography>
        ) : (
          <Typography variant="caption" component="div" color="textSecondary">
            {esLoans.header.address}
          </Typography>
        )}
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
    </Stack>
  )
}
