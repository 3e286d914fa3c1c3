import { useEffect, useState } from 'react'
import { type ClipboardOutcome, clearClipboardLater } from '../../wallet/device/clipboard.ts'

const COPIED_SHOWN_MS = 2_000

/** Copies the phrase, and clears the clipboard some time after the phrase was copied or pasted. */
export function useCopyPhrase(tell: (outcome: ClipboardOutcome) => void) {
  const [copies, setCopies] = useState(0)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (copies === 0) return
    setCopied(true)
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = async (phrase: string) => {
    try {
      await navigator.clipboard.writeText(phrase)
      setCopies((count) => count + 1)
      await clearClipboardLater(phrase, tell)
    } catch {
      // The specification has a clipboard that refuses ignored.
    }
  }

  const pasted = (text: string) => clearClipboardLater(text, tell)

  return { copy, pasted, isCopied }
}
