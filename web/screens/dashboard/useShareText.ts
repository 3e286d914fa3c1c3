import { useCallback } from 'react'
import { useNotices } from '../../ui/notices/Notices.tsx'

/** Shares a ready-written text, or copies it where there is no share sheet, and says so. */
export function useShareText(words: { copied: string; failed: string }) {
  const notify = useNotices()
  const { copied, failed } = words
  return useCallback(
    async (text: string): Promise<void> => {
      if ('share' in navigator && (await isShared(text))) return
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

/** True also when the person closes the share sheet: that is a choice, not a failure to fall back from. */
async function isShared(text: string): Promise<boolean> {
  try {
    await navigator.share({ text })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
