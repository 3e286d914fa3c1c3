import { useEffect, useState } from 'react'
import { type ClipboardOutcome, clearClipboardLater } from '../../wallet/device/clipboard.ts'

export { clearClipboardLater }

const SHOWN_FOR = 2_000

/** Copies the phrase, says so for two seconds, and sees to it that it doesn't stay on the clipboard. */
export function useCopyPhrase(tell: (outcome: ClipboardOutcome) => void) {
  const [copies, setCopies] = useState(0)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (copies === 0) return
    setCopied(true)
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = async (phrase: string) => {
    try {
      await navigator.clipboard.writeText(phrase)
      setCopies((count) => count + 1)
      await clearClipboardLater(phrase, tell)
    } catch {
      // A clipboard that refuses is passed over in silence.
    }
  }

  return { copy, isCopied }
}
