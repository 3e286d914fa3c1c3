import type { ActiveLoan } from '../../../loans/loan.ts'
import { esPapers } from '../../../text/esPapers.ts'
import { reminder } from '../../../text/reminder.ts'
import { useShareText } from '../useShareText.ts'

export function useRemind() {
  const share = useShareText(esPapers.reminder)
  return (loan: ActiveLoan, now: number): Promise<void> => share(reminder(loan, now))
}
