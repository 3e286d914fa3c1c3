import { mdiClockOutline } from '@mdi/js'
import { Box, Button, Paper, Typography } from '@mui/material'
import { memo } from 'react'
import type { Address } from 'viem'
import { addresseeOf, type Item, type Proposal, proposerOf } from '../../../loans/loan.ts'
import { daysOpen, type Relation, relationTo } from '../../../loans/market.ts'
import { totalOf, wholeDays } from '../../../loans/terms.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { esMarket } from '../../../text/esMarket.ts'
import { aprPercent, money, moneyOwed } from '../../../text/format.ts'
import { recordLine } from '../../../text/personRecord.ts'
import { shortAddress } from '../../../text/shortHex.ts'
import { color } from '../../../theme.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { StackedFacts } from '../../../ui/Facts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Person } from '../../../ui/Person.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'

const words = esMarket

type Props = {
  item: Item<Proposal>
  /** My address. */
  me: Address
  now: number
  /** On a wide screen person, terms and button stand side by side, for a card that has the whole width. */
  isWide?: boolean
  /** Opens the dialog to take the offer or, on one of mine, to cancel it. */
  onAction: (item: Item<Proposal>) => void
}

/** Memoised: scrolling does not redraw the cards that stay, and the passing of time only those on which a day has passed. */
export const OfferCard = memo(
  DrawnOfferCard,
  (old, next) =>
    old.item === next.item &&
    old.me === next.me &&
    old.onAction === next.onAction &&
    daysOpen(old.item.loan, old.now) === daysOpen(next.item.loan, next.now),
)

function DrawnOfferCard({ item, me, now, isWide = false, onAction }: Props) {
  const { loan, pending } = item
  const kind = relationTo(me, loan)
  const amount = money(loan.principal)
  const area = (gridArea: string) => ({ gridArea, minWidth: 0 })
  return (
    <Paper
      elevation={0}
      sx={{
        boxSizing: 'border-box',
        height: '100%',
        p: { xs: 2, sm: 2.5 },
        display: 'grid',
        rowGap: 1.5,
        columnGap: 3,
        gridTemplate: {
          xs: '"person" auto "amount" auto "terms" auto "note" 1fr "foot" auto / minmax(0, 1fr)',
          ...(isWide && { lg: '"person amount foot" auto "note terms foot" 1fr / minmax(0, 5fr) minmax(0, 6fr) auto' }),
        },
        border: 1,
        borderColor: kind === 'addressed' ? color.secondary : 'divider',
      }}
    >
      <Box sx={{ ...area('person'), display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <Person address={proposerOf(loan)} name={kind === 'own' ? words.you : undefined} line={lineOf(item, kind)} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 0.5 }}>
          {KIND_TAGS[kind]}
          {pending && <StateChip tone="warning" icon={mdiClockOutline} label={esCommands.chip} />}
        </Box>
      </Box>
      <Box sx={{ ...area('amount'), containerType: 'inline-size', mb: -0.5 }}>
        <Amount amount={amount} />
      </Box>
      <Box sx={area('terms')}>
        <Terms loan={loan} isOwn={kind === 'own'} />
      </Box>
      <Box sx={area('note')}>
        <Note text={loan.note} />
      </Box>
      <Box
        sx={{
          ...area('foot'),
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'center',
          minHeight: 44,
          gap: '8px 12px',
          ...(isWide && {
            flexDirection: { lg: 'column' },
            justifyContent: { xs: 'space-between', lg: 'center' },
            alignItems: { xs: 'center', lg: 'flex-end' },
          }),
        }}
      >
        <Typography variant="caption" color="textSecondary">
          {validity(loan, now)}
        </Typography>
        {!pending && <Action kind={kind} amount={amount} lender={proposerOf(loan)} onClick={() => onAction(item)} />}
      </Box>
    </Paper>
  )
}

const KIND_TAGS = {
  own: <StateChip tone="mine" label={words.own} />,
  demo: <StateChip tone="demo" label={esLoans.demo.chip} />,
  addressed: <StateChip tone="network" label={words.onlyForYou} />,
  public: undefined,
}

function Terms({ loan, isOwn }: { loan: Proposal; isOwn: boolean }) {
  // With interest even for an example: only examples of taken loans are counted without.
  const total = moneyOwed(totalOf({ ...loan, demo: false }))
  return (
    <StackedFacts
      facts={[
        [words.interest, aprPercent(loan.apr)],
        [words.term, words.days(wholeDays(loan.duration))],
        [isOwn ? words.youGetBack : words.youReturn, total, words.instalments(loan.instalments)],
      ]}
    />
  )
}

function lineOf({ loan, record }: Item<Proposal>, kind: Relation): string {
  if (kind === 'demo') return esLoans.demo.person
  const addressee = addresseeOf(loan)
  if (kind === 'own') return `${addressee ? words.only(shortAddress(addressee)) : words.public} · ${words.notTaken}`
  return recordLine(record)
}

function validity(offer: Proposal, now: number): string {
  const days = daysOpen(offer, now)
  if (days === undefined) return words.openForever
  return days < 0 ? words.expired : words.openFor(days)
}

type ActionProps = { kind: Relation; amount: string; lender: string; onClick: () => void }

function Action({ kind, amount, lender, onClick }: ActionProps) {
  if (kind === 'own')
    return (
      <Button
        variant="outlined"
        aria-label={words.cancelItem(amount)}
        onClick={onClick}
        sx={{ color: 'error.main', borderColor: color.errorLine }}
      >
        {words.cancel}
      </Button>
    )
  return (
    <Button
      variant={kind === 'addressed' ? 'contained' : 'tonal'}
      aria-label={words.requestItem(amount, shortAddress(lender))}
      onClick={onClick}
      sx={{ minWidth: 112 }}
    >
      {words.request}
    </Button>
  )
}
