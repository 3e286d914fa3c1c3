import { mdiClockOutline, mdiShareVariant } from '@mdi/js'
import { Box, Button, Paper, Typography } from '@mui/material'
import { memo, Suspense, use } from 'react'
import type { Address } from 'viem'
import { usePerson } from '../../../board/history/usePerson.ts'
import { daysOpen, type Relation, relationTo } from '../../../board/market/filters.ts'
import type { ShownItem } from '../../../board/pending.ts'
import { useBoard } from '../../../board/useBoard.ts'
import { addresseeOf, kindOf, type Proposal, proposerOf } from '../../../loans/loan.ts'
import { totalOf, wholeDays } from '../../../loans/terms.ts'
import { historyWith } from '../../../people/dealings.ts'
import { useWallet } from '../../../session/session.tsx'
import { esCommands } from '../../../text/es/esCommands.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { esShare } from '../../../text/es/esShare.ts'
import { aprPercent, money, moneyOwed } from '../../../text/format.ts'
import { personLine } from '../../../text/personRecord.ts'
import { color } from '../../../theme.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { StackedFacts } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { Note } from '../../../ui/Note.tsx'
import { Person } from '../../../ui/people/Person.tsx'
import { PeopleContext, useNameOf } from '../../../ui/people/people.ts'
import { StateChip } from '../../../ui/StateChip.tsx'
import { cardId } from '../loans/useShowWanted.ts'
import { ExpiredActions } from './ExpiredActions.tsx'
import { useProposalAction } from './useProposalAction.ts'

const words = esMarket

const SaveName = lazyPart(
  () => import('../wallet/SaveName.tsx').then((file) => file.SaveName),
  () => null,
)

type Props = {
  item: ShownItem<Proposal>
  /** On a wide screen person, terms and button stand side by side, for a card that has the whole width. */
  isWide?: boolean
}

/** Memoised: scrolling does not redraw the cards that stay, and the passing of time only those on which a day has passed. */
export const ProposalCard = memo(function ProposalCard({ item, isWide = false }: Props) {
  const { loan, pending } = item
  const { address: me } = useWallet()
  const days = useBoard(({ now }) => daysOpen(loan, now))
  const onAction = useProposalAction()
  const relation = relationTo(me, loan)
  const amount = money(loan.principal)
  const isOver = relation === 'own' && (days ?? 0) < 0
  const chips = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 0.5 }}>
      <RelationChip loan={loan} relation={relation} />
      {pending && <StateChip tone="warning" icon={mdiClockOutline} label={esCommands.chip} />}
    </Box>
  )
  const area = (gridArea: string) => ({ gridArea, minWidth: 0 })
  return (
    <Paper
      {...(relation === 'own' && { id: cardId('market', loan.id), tabIndex: -1 })}
      elevation={0}
      sx={{
        boxSizing: 'border-box',
        height: '100%',
        p: { xs: 2, sm: 2.5 },
        display: 'grid',
        rowGap: { xs: 1, sm: 1.5 },
        columnGap: 3,
        gridTemplate: {
          xs: '"person" auto "amount" auto "terms" auto "note" 1fr "foot" auto / minmax(0, 1fr)',
          ...(isWide && { lg: '"person amount foot" auto "note terms foot" 1fr / minmax(0, 5fr) minmax(0, 6fr) auto' }),
        },
        border: 1,
        borderColor: relation === 'addressed' ? color.secondary : 'divider',
      }}
    >
      <Box sx={{ ...area('person'), display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        {/* A long line about the person wraps before the chip does. */}
        <Box sx={{ flex: '1 1 9rem', minWidth: 0 }}>
          <Proposer item={item} relation={relation} />
        </Box>
        {!isWide && chips}
        {relation === 'addressed' && <ToBeSaved address={proposerOf(loan)} />}
      </Box>
      <Box
        sx={{
          ...area('amount'),
          mb: -0.5,
          containerType: 'inline-size',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: 1,
          ...(isOver && { color: 'text.secondary' }),
        }}
      >
        {loan.status === 'requested' && (
          <Typography variant="body2" color="textSecondary">
            {relation === 'own' ? words.request.youAsk : words.request.asks}
          </Typography>
        )}
        <Amount amount={amount} />
        {/* Beside the person, in a narrow column, it would wrap and open a hole above the note. */}
        {isWide && <Box sx={{ ml: 'auto' }}>{chips}</Box>}
      </Box>
      <Box sx={{ ...area('terms'), ...(isOver && { color: 'text.secondary' }) }}>
        <Terms loan={loan} isOwn={relation === 'own'} />
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
          {validity(days)}
        </Typography>
        {!pending &&
          (isOver ? (
            <ExpiredActions loan={loan} onTakeBack={() => onAction(item)} onRenew={() => onAction(item, 'renew')} />
          ) : (
            <Action loan={loan} relation={relation} onClick={(action) => onAction(item, action)} />
          ))}
      </Box>
    </Paper>
  )
})

type About = { loan: Proposal; relation: Relation }

function RelationChip({ loan, relation }: About) {
  const { own, onlyForYou } = words[kindOf(loan)]
  switch (relation) {
    case 'own':
      return <StateChip tone="mine" label={own} />
    case 'demo':
      return <StateChip tone="demo" label={esLoans.demo.chip} />
    case 'addressed':
      return <StateChip tone="network" label={onlyForYou} />
    case 'public':
      return null
  }
}

function Terms({ loan, isOwn }: { loan: Proposal; isOwn: boolean }) {
  // With interest even for an example: only examples of taken loans are counted without.
  const total = moneyOwed(totalOf({ ...loan, demo: false }))
  const isDebtMine = isOwn === (loan.status === 'requested')
  return (
    <StackedFacts
      facts={[
        [words.interest, aprPercent(loan.apr)],
        [words.term, words.days(wholeDays(loan.duration))],
        [isDebtMine ? words.youReturn : words.youGetBack, total, words.instalments(loan.instalments)],
      ]}
    />
  )
}

function Proposer({ item: { loan, record }, relation }: { item: ShownItem<Proposal>; relation: Relation }) {
  const nameOf = useNameOf()
  const address = proposerOf(loan)
  const withMe = useBoard(({ dealings }) => historyWith(dealings, address))
  const role = loan.status === 'open' ? 'lender' : 'borrower'
  // Of who offers something to me alone. For a whole list it would be a request each.
  const { person } = usePerson(address, relation === 'addressed' && role === 'lender' && !withMe?.lentToMe)
  if (relation === 'demo') return <Person address={address} line={esLoans.demo.person} />
  if (relation === 'own') {
    const { only, notTaken } = words[kindOf(loan)]
    const addressee = addresseeOf(loan)
    const who = addressee ? only(nameOf(addressee)) : words.public
    return <Person address={address} name={words.you} line={`${who} · ${notTaken}`} />
  }
  const { text, tone } = personLine(record, withMe, role, person)
  return <Person address={address} line={text} tone={tone} opens />
}

/** Below the person, in a row of its own. */
function ToBeSaved({ address }: { address: Address }) {
  const { nameOf } = use(PeopleContext)
  return (
    <Box sx={{ flex: '1 1 100%', '&:empty': { display: 'none' } }}>
      <Suspense fallback={nameOf(address) === undefined && <Box sx={{ height: 44 }} />}>
        <SaveName address={address} />
      </Suspense>
    </Box>
  )
}

function validity(days: number | undefined): string {
  if (days === undefined) return words.openForever
  return days < 0 ? words.expired : words.openFor(days)
}

/** One's own is shared; the button that takes it back stands apart, in a row below. */
function Action({ loan, relation, onClick }: About & { onClick: (action?: 'share') => void }) {
  const nameOf = useNameOf()
  const { take, takeItem, withdraw, withdrawItem, share } = words[kindOf(loan)]
  const amount = money(loan.principal)
  if (relation === 'own')
    return (
      <>
        <Button
          variant="tonal"
          aria-label={share(amount)}
          onClick={() => onClick('share')}
          startIcon={<Icon path={mdiShareVariant} />}
        >
          {esShare.send}
        </Button>
        <Box sx={{ flex: '1 1 100%', borderTop: 1, borderColor: 'divider', pt: 0.5 }}>
          <Button aria-label={withdrawItem(amount)} onClick={() => onClick()} sx={{ color: 'error.main', ml: -2 }}>
            {withdraw}
          </Button>
        </Box>
      </>
    )
  return (
    <Button
      variant={relation === 'addressed' ? 'contained' : 'tonal'}
      aria-label={takeItem(amount, nameOf(proposerOf(loan)))}
      onClick={() => onClick()}
      sx={{ minWidth: 112 }}
    >
      {take}
    </Button>
  )
}
