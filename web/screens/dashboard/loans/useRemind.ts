import type { ActiveLoan } from '../../../loans/loan.ts'
import { esReminder } from '../../../text/es/esReminder.ts'
import { reminder } from '../../../text/papers/reminder.ts'
import { useShareText } from '../useShareText.ts'

export function useRemind() {
  const share = useShareText(esReminder)
  return (loan: ActiveLoan, now: number): Promise<void> => share(reminder(loan, now))
}
