import { useCallback } from 'react'
import { useCopyText } from './useCopyText.ts'

/** Shares a ready-written text, or copies it where there is no share sheet, and says so. */
export function useShareText(words: { copied: string; failed: string }) {
  const copy = useCopyText(words)
  return useCallback(
    async (text: string): Promise<void> => {
      if ('share' in navigator && (await isShared(text))) return
      await copy(text)
    },
    [copy],
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
