import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { pathOf } from '../routes.ts'
import { type LockReason, startAutoLock } from '../wallet/device/autoLock.ts'
import { clearClipboardToLock } from '../wallet/device/clipboard.ts'
import { askBeforeUnload, type Ending, type Unsaved, writeEnding } from '../wallet/device/ending.ts'
import { preferences } from '../wallet/device/preferences.ts'

const MINUTE_MS = 60_000

/**
 * Locks an open wallet after a time without activity, and has the browser ask before the page is left with something unsaved.
 * Returns the function that locks at once, in every tab.
 */
export function useLock(isOpen: boolean, unsaved: Unsaved | undefined): () => void {
  const lock = useRef(() => {})
  const stopAsking = useRef(() => {})

  useEffect(() => {
    if (!unsaved) return
    writeEnding(unsaved)
    stopAsking.current = askBeforeUnload()
    return stopAsking.current
  }, [unsaved])

  // A wallet that is kept: whatever an earlier page lost no longer matters.
  useEffect(() => {
    if (isOpen && !unsaved) writeEnding(undefined)
  }, [isOpen, unsaved])

  /** Loads a new document, so that nothing stays in memory. Takes a copied phrase off the clipboard first, where it can. */
  const forgetEverything = useEffectEvent(async (reason: LockReason) => {
    // A question here would hold up the lock until somebody answers it.
    stopAsking.current()
    writeEnding(endingOf(reason, unsaved !== undefined))
    await clearClipboardToLock()
    location.replace(pathOf('/login'))
  })

  useEffect(() => {
    if (!isOpen) return
    const after = () => preferences.read().lockAfterMinutes * MINUTE_MS
    const autoLock = startAutoLock({ after, onLock: (reason) => forgetEverything(reason) })
    lock.current = autoLock.lock
    return autoLock.stop
  }, [isOpen])

  return useCallback(() => lock.current(), [])
}

function endingOf(reason: LockReason, isLost: boolean): Ending | undefined {
  switch (reason) {
    case 'idle':
      return isLost ? 'visitWalletIdle' : 'idle'
    case 'elsewhere':
      return isLost ? 'visitWalletElsewhere' : undefined
    case 'asked':
      return undefined
  }
}
