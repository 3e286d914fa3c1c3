import { mdiClockOutline } from '@mdi/js'
import { Box, Button, Paper, Typography } from '@mui/material'
import { memo } from 'react'
import type { Item, Offer } from '../../../loans/loan.ts'
import { type OfferKind, offerKind, wholeDays } from '../../../loans/market.ts'
import { totalOf } from '../../../loans/terms.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { aprPercent, money, moneyOwed, shortAddress } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Note } from '../../../ui/Note.tsx'
import { Person } from '../../../ui/Person.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'

/** '$ 999,999,999.99'. Longer ones are set smaller, so that they still fit on the narrowest phone. */
const LONG_AMOUNT = 16

type Props = {
  item: Item<Offer>
  /** My address; empty while it is not known. */
  me: string
  /** Asks for the loan or, on an offer of mine, takes it back. */
  onAction: (item: Item<Offer>) => void
}

/** Remembered: while one scrolls, the cards that stay are not drawn again. */
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
        <Typography
          variant="h6"
          component="h3"
          sx={{ whiteSpace: 'nowrap', ...(amount.length > LONG_AMOUNT && { fontSize: '1.125rem' }) }}
        >
          {amount}
        </Typography>
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
  // Examples of loans are counted without interest; an offer says what taking it would cost, examples too.
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
        <div key={label}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography
            component="dd"
            sx={{ m: 0, fontSize: '0.9375rem', lineHeight: '1.375rem', fontWeight: 500, whiteSpace: 'nowrap' }}
          >
            {value}
          </Typography>
        </div>
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

/** The offer that one looks at is no loan yet. */
function lenderLine({ loan, record }: Item<Offer>): string {
  return loan.demo ? esLoans.demo.person : esLoans.record.lender(record)
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
