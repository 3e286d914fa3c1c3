import { mdiAccountGroup } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { ShownItem } from '../../../board/pending.ts'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { type Command, closesLoan } from '../../../commands/command.ts'
import { NO_RECORD, type Side, type TakenLoan } from '../../../loans/loan.ts'
import { historyWith } from '../../../people/dealings.ts'
import { es } from '../../../text/es/es.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { count } from '../../../text/format.ts'
import { loanLine } from '../../../text/personRecord.ts'
import { CardSkeletons, cardGrid } from '../../../ui/CardSkeletons.tsx'
import { Fold } from '../../../ui/Fold.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { goTo } from '../places.ts'
import type { MenuAction } from './CardMenu.tsx'
import { LOAN_CARD_HEIGHT, LoanCard } from './LoanCard.tsx'
import { useLoanAction } from './useLoanAction.ts'
import { useShowWanted } from './useShowWanted.ts'

const OWED_ACTIONS = { lent: ['remind', 'contract'], borrowed: ['repay', 'details'] } as const
// From lg on the two sections stand side by side.
const ACROSS = { columns: 2, columnsFromLg: 1 } as const
const CLOSED_ACTIONS = { lent: ['contract'], borrowed: ['details'] } as const
// One object each, so that memoised cards do not redraw.
const LENDER_MENU: readonly MenuAction[] = ['recordPayment', 'extend', 'forgive']
const DEBT_MENU: readonly MenuAction[] = ['contract']
const NO_MENU: readonly MenuAction[] = []
/** How many cards are drawn at once: 25 would block the page for a quarter of a second. */
const CARDS_AT_ONCE = 5

/**
 * 'Mis Deudores' or 'Mis Deudas': late loans, the soonest due, later ones; then, folded, what has ended and the examples. The
 * examples stand open while there is no real loan, and can be hidden altogether.
 */
export function LoanSection({ side }: { side: Side }) {
  const section = useBoard(({ sections }) => sections[side])
  const now = useBoard((view) => view.now)
  const dealings = useBoard((view) => view.dealings)
  const board = useBoardStore()
  const { takenCount, hiddenCount, reading, tryAgain, isLoadingMore, ended, examples, areExamplesHidden } = section
  const loans = useGrowing(section.loans)
  const endedLoans = useGrowing(ended.loans)
  const [areExamplesOpen, setExamplesOpen] = useState(false)
  const titleId = useId()
  useShowWanted(side)
  const onCard = useLoanAction()
  const text = esLoans[side]
  const activeCount = takenCount - ended.count
  const endedLabel = ended.hasForgiven ? esLoans.loan.ended : esLoans.loan.allRepaid
  const demo: ShownItem<TakenLoan>[] = areExamplesHidden ? [] : examples.map((loan) => ({ loan, record: NO_RECORD }))
  const withMe = ({ lender, borrower }: TakenLoan) => historyWith(dealings, side === 'lent' ? borrower : lender)
  const card = ({ loan, record, pending }: ShownItem<TakenLoan>) => (
    <li key={`${loan.demo} ${loan.id}`}>
      <LoanCard
        loan={loan}
        side={side}
        record={loan.demo ? esLoans.demo.person : loanLine(loan, side, record, withMe(loan), now)}
        now={now}
        pending={pending}
        actions={loan.demo ? OWED_ACTIONS[side] : actionsOn(side, loan, pending)}
        menu={loan.demo ? NO_MENU : menuOn(side, loan, pending)}
        onAction={onCard}
      />
    </li>
  )

  return (
    <Box component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Stack
        direction="row"
        sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', columnGap: 2, minHeight: 44, mb: 1 }}
      >
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
          <Typography id={titleId} variant="h5" component="h2">
            {text.title}
          </Typography>
          {activeCount > 0 && (
            <Typography variant="body2" color="textSecondary">
              {text.count(count(activeCount))}
            </Typography>
          )}
        </Stack>
        <Button size="small" color="inherit" sx={{ color: 'text.secondary' }} onClick={board.toggleExamples}>
          {areExamplesHidden ? esLoans.demo.show : esLoans.demo.hide}
        </Button>
      </Stack>
      {reading === 'failed' && (
        <Box sx={{ mb: 2 }}>
          <Notice severity="warning" role="status" action={<Button onClick={tryAgain}>{es.retry}</Button>}>
            {takenCount === 0 && demo.length > 0 ? esLoans.loan.unreadAboveExamples : esLoans.loan.unread}
          </Notice>
        </Box>
      )}
      <Stack spacing={2}>
        {loans.length > 0 ? (
          <List>{loans.map(card)}</List>
        ) : reading === 'begun' || activeCount > 0 ? (
          <CardSkeletons count={areExamplesHidden ? 1 : 2} height={LOAN_CARD_HEIGHT} {...ACROSS} />
        ) : (
          reading === 'done' &&
          (takenCount > 0 || demo.length === 0) && <Empty {...text} onNext={() => goTo(side === 'lent' ? 'publish' : 'market')} />
        )}
        {hiddenCount > 0 && <More count={hiddenCount} isBusy={isLoadingMore} onClick={() => board.showMore(side)} />}
        {ended.count > 0 && (
          <Fold label={endedLabel(count(ended.count))} isOpen={ended.isOpen} onToggle={() => board.toggleEnded(side)}>
            <List>{endedLoans.map(card)}</List>
            {ended.hiddenCount > 0 && (
              <More count={ended.hiddenCount} isBusy={isLoadingMore} onClick={() => board.showMoreEnded(side)} />
            )}
          </Fold>
        )}
        {demo.length > 0 &&
          reading !== 'begun' &&
          (takenCount > 0 ? (
            <Fold
              label={esLoans.demo.folded(count(demo.length))}
              isOpen={areExamplesOpen}
              onToggle={() => setExamplesOpen(!areExamplesOpen)}
            >
              <List>{demo.map(card)}</List>
            </Fold>
          ) : (
            <List>{demo.map(card)}</List>
          ))}
      </Stack>
    </Box>
  )
}

/** The first items, a few more with every render. Not useDeferredValue, which would show outdated ones while it works. */
function useGrowing<T>(items: readonly T[]): readonly T[] {
  const [count, setCount] = useState(CARDS_AT_ONCE)
  useEffect(() => {
    if (count < items.length) setCount(count + CARDS_AT_ONCE)
  }, [count, items.length])
  return items.slice(0, count)
}

/** An ended loan has nothing to pay or remind of; while one payment is pending there is no second. */
function actionsOn(side: Side, { status }: TakenLoan, pending: Command | undefined) {
  const isOwed = status === 'active' && !(pending && closesLoan(pending))
  return (isOwed ? OWED_ACTIONS : CLOSED_ACTIONS)[side]
}

/** What a lender may do besides reminding, while nothing is pending; and for whoever borrowed, the contract at any time. */
function menuOn(side: Side, { status }: TakenLoan, pending: Command | undefined): readonly MenuAction[] {
  if (side === 'borrowed') return DEBT_MENU
  return status === 'active' && !pending ? LENDER_MENU : NO_MENU
}

function List({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', ...cardGrid(ACROSS.columns, ACROSS.columnsFromLg) }}>
      {children}
    </Box>
  )
}

function More({ count: hidden, isBusy, onClick }: { count: number; isBusy: boolean; onClick: () => void }) {
  return (
    <Button variant="outlined" aria-busy={isBusy} onClick={onClick} sx={{ alignSelf: 'center' }}>
      {esLoans.loan.more(count(hidden))}
    </Button>
  )
}

type EmptyProps = { empty: string; hint: string; next: string; onNext: () => void }

function Empty({ empty, hint, next, onNext }: EmptyProps) {
  return (
    <Stack
      sx={{
        alignItems: 'center',
        textAlign: 'center',
        gap: 1,
        px: 2,
        py: 4,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        color: 'text.secondary',
      }}
    >
      <Icon path={mdiAccountGroup} size={32} />
      <Typography color="textPrimary">{empty}</Typography>
      <Typography variant="body2">{hint}</Typography>
      <Button variant="tonal" onClick={onNext} sx={{ mt: 1 }}>
        {next}
      </Button>
    </Stack>
  )
}
