import { mdiClockOutline } from '@mdi/js'
import { Box, Button, Paper, Typography } from '@mui/material'
import { memo } from 'react'
import type { Address } from 'viem'
import type { Item, Offer } from '../../../loans/loan.ts'
import { type OfferKind, offerKind } from '../../../loans/market.ts'
import { totalOf, wholeDays } from '../../../loans/terms.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { aprPercent, money, moneyOwed } from '../../../text/format.ts'
import { recordLine } from '../../../text/personRecord.ts'
import { shortAddress } from '../../../text/shortHex.ts'
import { color } from '../../../theme.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { StackedFact } from '../../../ui/Facts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Person } from '../../../ui/Person.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'

type Props = {
  item: Item<Offer>
  /** My address. */
  me: Address
  /** Opens the dialog to take the offer or, on one of mine, to cancel it. */
  onAction: (item: Item<Offer>) => void
}

/** Memoised: scrolling does not redraw the cards that stay. */
export const OfferCard = memo(function OfferCard({ item, me, onAction }: Props) {
  const { loan, pending } = item
  const kind = offerKind(loan, me)
  const amount = money(loan.principal)
  return (
    <Paper
      elevation={0}
      sx={{
        boxSizing: 'border-box',
        height: '100%',
        p: 2,
        display: 'flex',
        flexDirection: 'column',
        gap: 1.75,
        border: 1,
        borderColor: kind === 'addressed' ? color.secondary : 'divider',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 0.5 }}>
        <Amount amount={amount} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {KIND_TAGS[kind]}
          {pending && <StateChip tone="warning" icon={mdiClockOutline} label={esCommands.chip} />}
        </Box>
      </Box>
      <Terms loan={loan} isOwn={kind === 'own'} />
      {loan.note && <Note text={loan.note} />}
      <Box
        sx={{
          mt: 'auto',
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'center',
          gap: '8px 12px',
          '& > div': { flex: '1 1 90px' },
        }}
      >
        {kind === 'own' ? <WhoMayTakeIt loan={loan} /> : <Person address={loan.lender} line={lenderLine(item)} />}
        {!pending && <Action kind={kind} amount={amount} lender={loan.lender} onClick={() => onAction(item)} />}
      </Box>
    </Paper>
  )
})

const KIND_TAGS = {
  own: <StateChip tone="mine" label={esLoans.market.own} />,
  demo: <StateChip tone="demo" label={esLoans.demo.chip} />,
  addressed: <StateChip tone="network" label={esLoans.market.onlyForYou} />,
  public: undefined,
}

function Terms({ loan, isOwn }: { loan: Offer; isOwn: boolean }) {
  // With interest even for an example: only examples of taken loans are counted without.
  const total = totalOf({ ...loan, demo: false })
  const terms = [
    [esLoans.market.interest, aprPercent(loan.apr)],
    [esLoans.market.term, esLoans.market.days(wholeDays(loan.duration))],
    [isOwn ? esLoans.market.youGetBack : esLoans.market.youReturn, moneyOwed(total)],
  ] as const
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        maxWidth: 420,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        '& > *': { flex: '1 1 auto' },
        '& > :last-child': { textAlign: 'right' },
      }}
    >
      {terms.map(([label, value]) => (
        <StackedFact key={label} label={label} value={value} />
      ))}
    </Box>
  )
}

function WhoMayTakeIt({ loan }: { loan: Offer }) {
  return (
    <div>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        {loan.borrower ? esLoans.market.only(shortAddress(loan.borrower)) : esLoans.market.public}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary">
        {esLoans.market.notTaken}
      </Typography>
    </div>
  )
}

function lenderLine({ loan, record }: Item<Offer>): string {
  return loan.demo ? esLoans.demo.person : recordLine(record)
}

type ActionProps = { kind: OfferKind; amount: string; lender: string; onClick: () => void }

function Action({ kind, amount, lender, onClick }: ActionProps) {
  if (kind === 'own')
    return (
      <Button
        variant="outlined"
        aria-label={esLoans.market.cancelItem(amount)}
        onClick={onClick}
        sx={{ color: 'error.main', borderColor: color.errorLine }}
      >
        {esLoans.market.cancel}
      </Button>
    )
  return (
    <Button
      variant={kind === 'addressed' ? 'contained' : 'tonal'}
      aria-label={esLoans.market.requestItem(amount, shortAddress(lender))}
      onClick={onClick}
    >
      {esLoans.market.request}
    </Button>
  )
}
