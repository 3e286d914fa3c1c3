import { type ClipboardOutcome, clearClipboardLater } from '../wallet/device/clipboard.ts'
import { useCopy } from './useCopy.ts'

export { overwriteClipboard } from '../wallet/device/clipboard.ts'

/** Copies the phrase, and clears the clipboard some time after the phrase was copied or pasted. */
export function useCopyPhrase(tell: (outcome: ClipboardOutcome) => void) {
  const { copy: copyText, isCopied } = useCopy()

  const copy = async (phrase: string) => {
    try {
      await copyText(phrase)
      await clearClipboardLater(phrase, tell)
    } catch {
      // The specification has a clipboard that refuses ignored.
    }
  }

  const pasted = (text: string) => clearClipboardLater(text, tell)

  return { copy, pasted, isCopied }
}
