import { useCallback } from 'react'
import { useNotices } from '../../ui/notices/Notices.tsx'

/** Copies a text, and says whether it did. */
export function useCopyText({ copied, failed }: { copied: string; failed: string }) {
  const notify = useNotices()
  return useCallback(
    async (text: string): Promise<void> => {
      try {
        await navigator.clipboard.writeText(text)
        notify(copied)
      } catch {
        notify(failed)
      }
    },
    [notify, copied, failed],
  )
}
