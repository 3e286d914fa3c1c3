import type { ActiveLoan } from '../../../loans/loan.ts'
import { esReminder } from '../../../text/esReminder.ts'
import { reminder } from '../../../text/reminder.ts'
import { useShareText } from '../useShareText.ts'

export function useRemind() {
  const share = useShareText(esReminder)
  return (loan: ActiveLoan, now: number): Promise<void> => share(reminder(loan, now))
}
