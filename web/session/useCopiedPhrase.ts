import { useState } from 'react'
import { forgetCopiedPhrase, mayHoldPhrase } from '../wallet/device/clipboard.ts'

/** Whether a phrase from this tab may still be on the clipboard, and the function that takes note that it is not. */
export function useCopiedPhrase() {
  const [isLeft, setLeft] = useState(mayHoldPhrase)
  const forget = () => {
    forgetCopiedPhrase()
    setLeft(false)
  }
  return { isLeft, forget }
}
