import { useRef, useState } from 'react'

const COPIED_SHOWN_MS = 2_000

/** Copies a text, and says for two seconds that it did. */
export function useCopy() {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }

  return { copy, isCopied }
}
