import type { ActiveLoan } from '../../../loans/loan.ts'
import { owedOn } from '../../../loans/terms.ts'
import { esPapers } from '../../../text/esPapers.ts'
import { reminder } from '../../../text/reminder.ts'
import { useNotices } from '../../../ui/Notices.tsx'

/** Hands a ready-written reminder to the share sheet or, where there is none, to the clipboard. */
export function useRemind() {
  const notify = useNotices()
  return async (loan: ActiveLoan, now: number): Promise<void> => {
    const text = reminder(loan, owedOn(loan), now - loan.dueAt)
    if ('share' in navigator && (await isShared(text))) return
    try {
      await navigator.clipboard.writeText(text)
      notify(esPapers.reminder.copied)
    } catch {
      notify(esPapers.reminder.failed)
    }
  }
}

/** Who closes the sheet has decided: that is no failure. */
async function isShared(text: string): Promise<boolean> {
  try {
    await navigator.share({ text })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
