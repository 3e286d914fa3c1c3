import { useEffect, useState } from 'react'

const COPIED_SHOWN_MS = 2_000

/** Copies a text, and says for two seconds that it did. */
export function useCopy() {
  const [copies, setCopies] = useState(0)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (copies === 0) return
    setCopied(true)
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopies((count) => count + 1)
  }

  return { copy, isCopied }
}
