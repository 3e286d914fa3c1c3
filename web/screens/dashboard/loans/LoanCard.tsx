import { mdiClockOutline } from '@mdi/js'
import { Box, Button, LinearProgress, Paper, Stack, Typography } from '@mui/material'
import { memo } from 'react'
import type { Command } from '../../../loans/command.ts'
import { daysLeft, dueState } from '../../../loans/due.ts'
import type { TakenLoan } from '../../../loans/loan.ts'
import { percentRepaid, totalOf } from '../../../loans/terms.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { aprPercent, date, money, moneyOwed, moneyPaid } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Amount, isLongAmount } from '../../../ui/Amount.tsx'
import { StackedFact } from '../../../ui/Facts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Person } from '../../../ui/Person.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'
import { DueChip } from './DueChip.tsx'
import { cardId } from './showLoan.ts'

export type LoanAction = 'remind' | 'contract' | 'pay' | 'details'

type Props = {
  loan: TakenLoan
  /** Which side I am on. The card shows the person on the other. */
  side: 'lent' | 'borrowed'
  /** The other person's record, in one line. */
  record: string
  now: number
  /** My own command on it that is not in the chain yet. */
  pending?: Command | undefined
  actions: readonly LoanAction[]
  onAction: (loan: TakenLoan, action: LoanAction) => void
}

/** Memoised, because there may be a thousand: the passing of time draws it anew only when a day has passed. */
export const LoanCard = memo(DrawnLoanCard, ({ now: before, ...old }, { now, ...next }) => {
  const keys = Object.keys(next) as (keyof typeof next)[]
  return keys.every((key) => old[key] === next[key]) && daysLeft(old.loan, before) === daysLeft(next.loan, now)
})

function DrawnLoanCard({ loan, side, record, now, pending, actions, onAction }: Props) {
  const percentPaid = percentRepaid(loan)
  const amount = money(loan.principal)
  const isUrgent = loan.status === 'active' && dueState(daysLeft(loan, now)) !== 'onTime'
  return (
    <Paper
      component="article"
      {...(!loan.demo && { id: cardId(side, loan.id), tabIndex: -1 })}
      elevation={0}
      sx={{ p: { xs: 2, sm: 3 }, border: 1, borderColor: 'divider', display: 'grid', gap: 1.75 }}
    >
      <Stack
        direction="row"
        sx={{
          justifyContent: 'space-between',
          alignItems: 'flex-start',
          gap: 1,
          ...(isLongAmount(amount) && { flexWrap: 'wrap' }),
        }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Amount amount={amount} />
          {loan.demo && <StateChip tone="demo" label={esLoans.demo.chip} />}
        </Stack>
        <DueChip loan={loan} now={now} />
      </Stack>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'minmax(0, 1fr) auto' } }}>
        <Person address={side === 'lent' ? loan.borrower : loan.lender} line={record} />
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: 'repeat(2, auto)',
            columnGap: 3,
            justifyContent: { xs: 'start', sm: 'end' },
            textAlign: { sm: 'right' },
          }}
        >
          <StackedFact label={esLoans.loan.interest} value={aprPercent(loan.apr)} />
          <StackedFact label={esLoans.loan.due} value={date(loan.dueAt)} />
        </Box>
      </Box>
      {loan.note && (
        <Box sx={{ color: 'text.secondary' }}>
          <Note text={loan.note} />
        </Box>
      )}
      <div>
        <LinearProgress
          variant="determinate"
          value={percentPaid}
          aria-label={esLoans.loan.progress}
          color={percentPaid === 100 ? 'success' : 'secondary'}
          sx={{ height: 8, borderRadius: 4, bgcolor: color.line, mb: 0.75 }}
        />
        <Typography variant="body2">{esLoans.loan.paid(moneyPaid(loan), moneyOwed(totalOf(loan)), percentPaid)}</Typography>
      </div>
      {pending?.kind === 'repay' && (
        <Box sx={{ display: 'flex' }}>
          <StateChip tone="warning" icon={mdiClockOutline} label={esCommands.payment(moneyOwed(pending.amount))} />
        </Box>
      )}
      {actions.length > 0 && (
        <Box sx={{ display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', gap: 1, '& > button': { px: 1 } }}>
          {actions.map((action) => (
            <Button
              key={action}
              variant={action === 'pay' && isUrgent ? 'contained' : VARIANTS[action]}
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

const VARIANTS = { remind: 'tonal', contract: 'outlined', pay: 'tonal', details: 'outlined' } as const
