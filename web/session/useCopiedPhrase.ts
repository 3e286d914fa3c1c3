import { useState } from 'react'
import { forgetCopiedPhrase, mayHoldPhrase, overwriteClipboard } from '../wallet/device/clipboard.ts'

/** Whether a phrase from this tab may still be on the clipboard, and the functions that clear it and that note it is gone. */
export function useCopiedPhrase() {
  const [isLeft, setLeft] = useState(mayHoldPhrase)
  const forget = () => {
    forgetCopiedPhrase()
    setLeft(false)
  }
  const clear = async () => {
    // The notice stays if the browser refuses.
    await overwriteClipboard().then(
      () => setLeft(false),
      () => {},
    )
  }
  return { isLeft, forget, clear }
}
