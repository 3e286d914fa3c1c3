import { useCallback, useEffect, useRef } from 'react'
import { startAutoLock } from '../../wallet/device/autoLock.ts'
import { clearClipboardToLock } from '../../wallet/device/clipboard.ts'
import { preferences } from '../../wallet/device/preferences.ts'

const MINUTE_MS = 60_000

/** Locks an open wallet after a time without activity. Returns the function that locks it at once, in every tab. */
export function useAutoLock(isOpen: boolean): () => void {
  const lock = useRef<() => void>(forgetEverything)

  useEffect(() => {
    if (!isOpen) return
    const autoLock = startAutoLock({ after: preferences.read().lockAfterMinutes * MINUTE_MS, onLock: forgetEverything })
    lock.current = autoLock.lock
    return autoLock.stop
  }, [isOpen])

  return useCallback(() => lock.current(), [])
}

/** Loads a new document, so that nothing stays in memory. Takes a copied phrase off the clipboard first, where it can. */
async function forgetEverything() {
  await clearClipboardToLock()
  location.replace('/login')
}
