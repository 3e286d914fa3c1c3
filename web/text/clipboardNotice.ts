import type { ClipboardOutcome } from '../wallet/device/clipboard.ts'
import { esSeed } from './es/esSeed.ts'

/** The notice after clearing the clipboard was tried; undefined if something else was copied since. */
export function clipboardNotice(outcome: ClipboardOutcome): string | undefined {
  if (outcome === 'replaced') return undefined
  return outcome === 'cleared' ? esSeed.clipboardCleared : esSeed.clearClipboard
}
