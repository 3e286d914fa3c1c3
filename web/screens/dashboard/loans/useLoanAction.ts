import { useCallback } from 'react'
import { useBoardStore } from '../../../board/useBoard.ts'
import type { TakenLoan } from '../../../loans/loan.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { esReminder } from '../../../text/es/esReminder.ts'
import { reminder } from '../../../text/papers/reminder.ts'
import { useNotices } from '../../../ui/notices/Notices.tsx'
import { useShareText } from '../useShareText.ts'
import type { LoanAction } from './LoanCard.tsx'

/** The action of a card's button. Keeps its identity, so that memoised cards do not redraw. */
export function useLoanAction() {
  const { ask, get } = useBoardStore()
  const notify = useNotices()
  const share = useShareText(esReminder)
  return useCallback(
    (loan: TakenLoan, action: LoanAction) => {
      const alerts: Partial<Record<LoanAction, string>> = esLoans.demo.alerts
      if (loan.demo) notify(alerts[action] ?? '')
      else if (action !== 'remind') ask({ kind: action, id: loan.id })
      else if (loan.status === 'active') share(reminder(loan, get().now))
    },
    [ask, get, notify, share],
  )
}
