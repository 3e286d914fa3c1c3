import { useEffect, useEffectEvent } from 'react'

/** Close functions of the open dialogs and menus, the uppermost last. Each has a history entry of its own. */
const overlays: (() => void)[] = []
/** Our own traversal is under way: its popstate is nobody's Back. */
let isLeaving = false

/** The browser's Back, and a phone's gesture, close a dialog or menu instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const overlay = () => close()
    overlays.push(overlay)
    // Queued, so that a menu that closes as its dialog opens leaves its entry to the dialog.
    queueMicrotask(matchHistory)
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      queueMicrotask(matchHistory)
    }
  }, [isOpen])
}

/** As many entries above the page's own as things are open. */
function matchHistory() {
  const depth = currentDepth()
  if (isLeaving || depth === overlays.length) return
  if (depth > overlays.length) {
    isLeaving = true
    history.go(overlays.length - depth)
    return
  }
  // Restored by the browser, the scroll position would undo what moved while the dialog was open.
  history.scrollRestoration = 'manual'
  for (let next = depth + 1; next <= overlays.length; next++) history.pushState({ overlays: next }, '')
}

function currentDepth(): number {
  return Number(history.state?.overlays ?? 0)
}

window.addEventListener('popstate', () => {
  if (!isLeaving) for (const close of overlays.slice(currentDepth()).reverse()) close()
  isLeaving = false
  queueMicrotask(matchHistory)
})
