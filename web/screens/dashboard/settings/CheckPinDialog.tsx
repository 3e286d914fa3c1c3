import { Typography } from '@mui/material'
import { useDevice } from '../../../session/useDevice.ts'
import { useWaitLeft } from '../../../session/useWaitLeft.ts'
import { es } from '../../../text/es/es.ts'
import { esDevice } from '../../../text/es/esDevice.ts'
import { whyNotOpened, whyWait } from '../../../text/vaultRefusal.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CredentialsForm } from '../../../ui/fields/CredentialsForm.tsx'
import { useNotices } from '../../../ui/notices/Notices.tsx'

const words = esDevice.checkPin

/**
 * Asks for PIN and password once more while the wallet is still open, so that a typing mistake does not lock its owner out. They are
 * tried on the vault, within the rate limit, as on /login.
 */
export function CheckPinDialog({ onClose }: { onClose: () => void }) {
  const { check } = useDevice()
  const wait = whyWait(useWaitLeft())
  const notify = useNotices()
  return (
    <Dialog title={words.title} onClose={onClose}>
      <CredentialsForm
        words={{ lead: <Typography>{words.body}</Typography>, submit: words.submit, busy: es.login.busy }}
        asked={{ isNew: false }}
        takesFocus
        wait={wait}
        onSubmit={async (credentials) => {
          const refused = await check(credentials)
          if (refused) return refused.kind === 'invalid' ? words.wrong : whyNotOpened(refused)
          onClose()
          notify(words.done)
          return undefined
        }}
      />
    </Dialog>
  )
}
