import { mdiAlertCircle, mdiCheckCircle, mdiClockOutline, mdiHeart } from '@mdi/js'
import { daysLeft, dueState } from '../../../loans/due.ts'
import type { TakenLoan } from '../../../loans/loan.ts'
import { nextPayment } from '../../../loans/plan.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { StateChip } from '../../../ui/StateChip.tsx'

export function DueChip({ loan, now }: { loan: TakenLoan; now: number }) {
  if (loan.status === 'repaid') return <StateChip tone="success" icon={mdiCheckCircle} label={esLoans.loan.repaid} />
  if (loan.status === 'forgiven') return <StateChip tone="quiet" icon={mdiHeart} label={esLoans.loan.forgiven} />
  const days = daysLeft(nextPayment(loan), now)
  switch (dueState(days)) {
    case 'overdue':
      return <StateChip tone="error" icon={mdiAlertCircle} label={esLoans.loan.overdue(-days)} />
    case 'soon':
      return <StateChip tone="warning" icon={mdiClockOutline} label={esLoans.loan.soon(days)} />
    case 'onTime':
      return <StateChip tone="success" icon={mdiCheckCircle} label={esLoans.loan.onTime(days)} />
  }
}
