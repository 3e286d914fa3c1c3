import { mdiAccountGroup } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useEffect, useId, useState } from 'react'
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
import { useIsPhone } from '../useIsPhone.ts'
import type { MenuAction } from './CardMenu.tsx'
import { LOAN_CARD_HEIGHT, LoanCard } from './LoanCard.tsx'
import { LoanHeading } from './LoanHeading.tsx'
import { useLoanAction } from './useLoanAction.ts'
import { useShowWanted } from './useShowWanted.ts'

const OWED_ACTIONS = { lent: ['remind', 'contract'], borrowed: ['repay', 'details'] } as const
// From lg on the two sections stand side by side.
const ACROSS = { sm: 2, lg: 1, xl: 2 } as const
const CLOSED_ACTIONS = { lent: ['contract'], borrowed: ['details'] } as const
// One object each, so that memoised cards do not redraw.
const LENDER_MENU: readonly MenuAction[] = ['recordPayment', 'extend', 'forgive']
const DEBT_MENU: readonly MenuAction[] = ['contract']
const NO_MENU: readonly MenuAction[] = []
/** How many cards are drawn at once: 25 would block the page for a quarter of a second. */
const CARDS_AT_ONCE = 5

/** How many cards a phone's page shows, before the button that opens all of them. */
const FIRST_ON_PHONE = 2

/** 'Mis Deudores' or 'Mis Deudas'. A phone shows the first loans, and the whole list in a view of its own. */
export function LoanSection({ side }: { side: Side }) {
  const { takenCount, ended, loans, hiddenCount } = useBoard(({ sections }) => sections[side])
  const wanted = useBoard((view) => view.wanted)
  const board = useBoardStore()
  const isPhone = useIsPhone()
  const titleId = useId()
  useShowWanted(side)
  const activeCount = takenCount - ended.count
  const isShort = isPhone && activeCount > FIRST_ON_PHONE
  // A loan that somebody asked to see is on the page, wherever it stands in the list.
  const isWanted = ({ loan }: ShownItem<TakenLoan>) => wanted?.side === side && wanted.id === loan.id
  const openAll = () => {
    if (hiddenCount > 0) board.showMore(side)
    board.ask({ kind: 'loans', side })
  }
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <LoanHeading side={side} titleId={titleId} activeCount={activeCount} hasExamples={!isShort} />
      <Unread side={side} />
      {isShort && loans.length > 0 ? (
        <Stack spacing={2}>
          <Cards side={side} items={loans.filter((item, index) => index < FIRST_ON_PHONE || isWanted(item))} />
          <Button variant="outlined" aria-haspopup="dialog" onClick={openAll}>
            {esLoans[side].all(count(activeCount))}
          </Button>
        </Stack>
      ) : (
        <LoanList side={side} />
      )}
    </Box>
  )
}

/** That not all could be read, and the way to try again. */
function Unread({ side }: { side: Side }) {
  const { takenCount, reading, tryAgain, areExamplesHidden } = useBoard(({ sections }) => sections[side])
  if (reading !== 'failed') return null
  return (
    <Box sx={{ mb: 2 }}>
      <Notice severity="warning" role="status" action={<Button onClick={tryAgain}>{es.retry}</Button>}>
        {takenCount === 0 && !areExamplesHidden ? esLoans.loan.unreadAboveExamples : esLoans.loan.unread}
      </Notice>
    </Box>
  )
}

/**
 * Late loans, the soonest due, later ones; then, folded, what has ended and the examples. The examples stand open while there is no
 * real loan, and can be hidden altogether.
 */
export function LoanList({ side }: { side: Side }) {
  const section = useBoard(({ sections }) => sections[side])
  const board = useBoardStore()
  const { takenCount, hiddenCount, reading, isLoadingMore, ended, examples, areExamplesHidden } = section
  const loans = useGrowing(section.loans)
  const endedLoans = useGrowing(ended.loans)
  const [areExamplesOpen, setExamplesOpen] = useState(false)
  const activeCount = takenCount - ended.count
  const endedLabel = ended.hasForgiven ? esLoans.loan.ended : esLoans.loan.allRepaid
  const demo: ShownItem<TakenLoan>[] = areExamplesHidden ? [] : examples.map((loan) => ({ loan, record: NO_RECORD }))
  return (
    <Stack spacing={2}>
      {loans.length > 0 ? (
        <Cards side={side} items={loans} />
      ) : reading === 'begun' || activeCount > 0 ? (
        <CardSkeletons count={areExamplesHidden ? 1 : 2} height={LOAN_CARD_HEIGHT} across={ACROSS} />
      ) : (
        reading === 'done' &&
        (takenCount > 0 || demo.length === 0) && (
          <Empty {...esLoans[side]} onNext={() => goTo(side === 'lent' ? 'publish' : 'market')} />
        )
      )}
      {hiddenCount > 0 && <More count={hiddenCount} isBusy={isLoadingMore} onClick={() => board.showMore(side)} />}
      {ended.count > 0 && (
        <Fold label={endedLabel(count(ended.count))} isOpen={ended.isOpen} onToggle={() => board.toggleEnded(side)}>
          <Cards side={side} items={endedLoans} />
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
            <Cards side={side} items={demo} />
          </Fold>
        ) : (
          <Cards side={side} items={demo} />
        ))}
    </Stack>
  )
}

function Cards({ side, items }: { side: Side; items: readonly ShownItem<TakenLoan>[] }) {
  const now = useBoard((view) => view.now)
  const dealings = useBoard((view) => view.dealings)
  const onCard = useLoanAction()
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
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', ...cardGrid(ACROSS) }}>
      {items.map(card)}
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

/** Actions of a lender besides reminding, while nothing is pending; and for whoever borrowed, the contract at any time. */
function menuOn(side: Side, { status }: TakenLoan, pending: Command | undefined): readonly MenuAction[] {
  if (side === 'borrowed') return DEBT_MENU
  return status === 'active' && !pending ? LENDER_MENU : NO_MENU
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
