import type { ActiveLoan } from '../../../loans/loan.ts'
import { nextPayment } from '../../../loans/plan.ts'
import { esPapers } from '../../../text/esPapers.ts'
import { reminder } from '../../../text/reminder.ts'
import { useNotices } from '../../../ui/Notices.tsx'

/** Shares a ready-written reminder, or copies it where there is no share sheet. */
export function useRemind() {
  const notify = useNotices()
  return async (loan: ActiveLoan, now: number): Promise<void> => {
    const { amount, dueAt } = nextPayment(loan)
    const text = reminder({ id: loan.id, dueAt }, amount, now - dueAt)
    if ('share' in navigator && (await isShared(text))) return
    try {
      await navigator.clipboard.writeText(text)
      notify(esPapers.reminder.copied)
    } catch {
      notify(esPapers.reminder.failed)
    }
  }
}

/** True also when the person closes the share sheet: that is a choice, not a failure to fall back from. */
async function isShared(text: string): Promise<boolean> {
  try {
    await navigator.share({ text })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
