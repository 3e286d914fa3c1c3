import type { ClipboardOutcome } from '../wallet/device/clipboard.ts'
import { esSeed } from './esSeed.ts'

/** What to say a minute after the phrase was copied; nothing if something else was copied since. */
export function clipboardNotice(outcome: ClipboardOutcome): string | undefined {
  if (outcome === 'replaced') return undefined
  return outcome === 'cleared' ? esSeed.clipboardCleared : esSeed.clearClipboard
}
