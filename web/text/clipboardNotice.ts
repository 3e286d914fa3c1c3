import type { ClipboardOutcome } from '../wallet/device/clipboard.ts'
import { es } from './es.ts'

/** What to say a minute after the phrase was copied; nothing if something else was copied since. */
export function clipboardNotice(outcome: ClipboardOutcome): string | undefined {
  if (outcome === 'replaced') return undefined
  return outcome === 'cleared' ? es.seed.clipboardCleared : es.seed.clearClipboard
}
