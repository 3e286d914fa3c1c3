import { mdiCalendarClock, mdiClockOutline } from '@mdi/js'
import { Box, Button, Paper, Typography } from '@mui/material'
import { memo } from 'react'
import type { Command } from '../../../commands/command.ts'
import { LoanBar } from '../../../commands/shared/LoanBar.tsx'
import { chipOf } from '../../../commands/words.ts'
import { type DueState, daysLeft, dueState } from '../../../loans/due.ts'
import type { Side, TakenLoan } from '../../../loans/loan.ts'
import { expectedBy, lateCount, nextPayment } from '../../../loans/plan.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { aprPercent, date, money, moneyOwed, shortDate } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { type StackedFact, StackedFacts } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Person } from '../../../ui/people/Person.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { CardMenu, type MenuAction } from './CardMenu.tsx'
import { DueChip } from './DueChip.tsx'
import { SignedPayments } from './SignedPayments.tsx'
import { cardId } from './useShowWanted.ts'

/** In px: with a note of one line. */
export const LOAN_CARD_HEIGHT = { xs: 284, sm: 312 }

type ButtonAction = 'remind' | 'contract' | 'repay' | 'details'
export type LoanAction = ButtonAction | MenuAction

type Props = {
  loan: TakenLoan
  /** Which side I am on. The card shows the person on the other. */
  side: Side
  /** The other person's record, in one line. */
  record: string
  now: number
  /** My own command on it that is not in the chain yet. */
  pending?: Command | undefined
  actions: readonly ButtonAction[]
  /** Behind three dots. */
  menu: readonly MenuAction[]
  onAction: (loan: TakenLoan, action: LoanAction) => void
}

/** Memoised, because there may be a thousand: the passing of time draws it anew only when a day or an instalment has passed. */
export const LoanCard = memo(DrawnLoanCard, ({ now: before, ...old }, { now, ...next }) => {
  const keys = Object.keys(next) as (keyof typeof next)[]
  return (
    keys.every((key) => old[key] === next[key]) &&
    daysToPay(old.loan, before) === daysToPay(next.loan, now) &&
    lateCount(old.loan, before) === lateCount(next.loan, now)
  )
})

function DrawnLoanCard({ loan, side, record, now, pending, actions, menu, onAction }: Props) {
  const amount = money(loan.principal)
  const onItsWay = pending && chipOf(pending)
  const due = loan.status === 'active' ? dueState(daysToPay(loan, now)) : undefined
  return (
    <Paper
      component="article"
      {...(!loan.demo && { id: cardId(side, loan.id), tabIndex: -1 })}
      elevation={0}
      sx={{
        boxSizing: 'border-box',
        height: '100%',
        p: { xs: 2, sm: 2.5 },
        border: 1,
        borderColor: due === 'overdue' && !loan.demo ? color.errorLine : 'divider',
        display: 'flex',
        flexDirection: 'column',
        gap: { xs: 1, sm: 1.5 },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'flex-start', gap: 1 }}>
        {/* A long line about the person wraps before the menu does. */}
        <Box sx={{ flex: '1 1 9rem', minWidth: 0 }}>
          <Person address={side === 'lent' ? loan.borrower : loan.lender} line={record} opens={!loan.demo} />
        </Box>
        {loan.demo && <StateChip tone="demo" label={esLoans.demo.chip} />}
        {menu.length > 0 && <CardMenu amount={amount} actions={menu} onAction={(action) => onAction(loan, action)} />}
      </Box>
      <Box
        sx={{
          containerType: 'inline-size',
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'center',
          columnGap: 1,
          rowGap: 0.5,
        }}
      >
        <Amount amount={amount} />
        <DueChip loan={loan} now={now} />
      </Box>
      {due && loan.instalments > 1 && <Next loan={loan} due={due} now={now} />}
      <div>
        <LoanBar loan={loan} now={now} />
      </div>
      <StackedFacts facts={factsOf(loan)} />
      <Box sx={{ color: 'text.secondary' }}>
        <Note text={loan.note} />
      </Box>
      {!loan.demo && loan.status === 'active' && <SignedPayments loan={loan} side={side} />}
      {onItsWay && (
        <Box sx={{ display: 'flex' }}>
          <StateChip tone="warning" icon={mdiClockOutline} label={onItsWay} />
        </Box>
      )}
      {actions.length > 0 && (
        <Box
          sx={{
            mt: 'auto',
            display: 'grid',
            gridAutoFlow: 'column',
            gridAutoColumns: 'minmax(0, 1fr)',
            gap: 1,
            '& > button': { px: 1 },
          }}
        >
          {actions.map((action) => (
            <Button
              key={action}
              variant={action === 'repay' && due !== 'onTime' ? 'contained' : VARIANTS[action]}
              aria-label={`${esLoans.loan[action]} ${amount}`}
              onClick={() => onAction(loan, action)}
            >
              {esLoans.loan[action]}
            </Button>
          ))}
        </Box>
      )}
    </Paper>
  )
}

/** With instalments the chip and the urgency count to the next unpaid one. */
function daysToPay(loan: TakenLoan, now: number): number {
  return daysLeft(nextPayment(loan), now)
}

function factsOf(loan: TakenLoan): StackedFact[] {
  const { interest, due, payment, onePayment, instalments, instalmentOf } = esLoans.loan
  const paid = loan.status === 'repaid' ? loan.instalments : nextPayment(loan).number - 1
  return [
    [interest, aprPercent(loan.apr)],
    [due, date(loan.dueAt)],
    loan.instalments === 1 ? [payment, onePayment] : [instalments, instalmentOf(paid, loan.instalments)],
  ]
}

const PANELS = {
  onTime: { bgcolor: color.raised, color: color.text },
  soon: { bgcolor: color.warningTint, color: color.text },
  overdue: { bgcolor: color.errorTint, color: color.text },
}

const PANEL_ICONS = { onTime: color.text2, soon: color.warning, overdue: color.error }

/** The next instalment: how much and until when. Where several are late: all of them, and since when. */
function Next({ loan, due, now }: { loan: TakenLoan; due: DueState; now: number }) {
  const { amount, dueAt } = nextPayment(loan)
  const { missedPayment, missedPayments, nextPayment: comingPayment } = esLoans.loan
  const late = lateCount(loan, now)
  const text =
    late > 1
      ? missedPayments(late, moneyOwed(expectedBy(loan, now) - loan.repaid), shortDate(dueAt))
      : (due === 'overdue' ? missedPayment : comingPayment)(moneyOwed(amount), shortDate(dueAt))
  return (
    <Box sx={{ ...PANELS[due], display: 'flex', alignItems: 'center', gap: 1, px: 1.5, py: 1, borderRadius: '10px' }}>
      <Box sx={{ display: 'flex', color: PANEL_ICONS[due] }}>
        <Icon path={mdiCalendarClock} />
      </Box>
      <Typography variant="body2" sx={{ flex: 1, minWidth: 0, containerType: 'inline-size' }}>
        <Unbroken text={text} />
      </Typography>
    </Box>
  )
}

const VARIANTS = { remind: 'tonal', contract: 'outlined', repay: 'tonal', details: 'outlined' } as const
