import { overwriteClipboard } from '../../session/useCopyPhrase.ts'
import { es } from '../../text/es/es.ts'
import { esSeed } from '../../text/es/esSeed.ts'
import { useNotices } from '../../ui/notices/Notices.tsx'
import type { ClipboardOutcome } from '../../wallet/device/clipboard.ts'

/** Tells whether the clipboard was cleared. If it could not be read, a click may overwrite it. */
export function useClipboardNotice() {
  const notify = useNotices()
  const clear = () =>
    overwriteClipboard().then(
      () => notify(esSeed.clipboardCleared),
      () => notify(esSeed.clearClipboard),
    )
  return (outcome: ClipboardOutcome) => {
    if (outcome === 'cleared') notify(esSeed.clipboardCleared)
    if (outcome === 'unknown') notify(esSeed.clearClipboard, { label: es.login.clearClipboard, run: clear })
  }
}
