import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useDevice } from '../../../session/useDevice.ts'
import { useWaitLeft } from '../../../session/useWaitLeft.ts'
import { whyNotChanged } from '../../../text/changeProblem.ts'
import { es } from '../../../text/es/es.ts'
import { esDevice } from '../../../text/es/esDevice.ts'
import { whyNotOpened, whyWait } from '../../../text/vaultRefusal.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CredentialsForm } from '../../../ui/fields/CredentialsForm.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useNotices } from '../../../ui/notices/Notices.tsx'
import { NewCredentialsForm } from './NewCredentialsForm.tsx'

const words = esDevice.checkPin

/**
 * PIN and password once more, while the wallet is still open: a slip of the finger would otherwise be found out by whoever is locked
 * out. They are tried on the vault, within the rate limit, as on /login. Where they are not the ones, others can be chosen.
 */
export function CheckPinDialog({ onClose }: { onClose: () => void }) {
  const { check, chooseAnew } = useDevice()
  const wait = whyWait(useWaitLeft())
  const notify = useNotices()
  const [view, setView] = useState<'asking' | 'choosing' | 'again'>('asking')
  const [isSaving, setSaving] = useState(false)

  if (view === 'choosing') {
    return (
      // Not while they are being saved: whoever leaves must know which PIN opens the wallet.
      <Dialog
        title={words.anotherTitle}
        onClose={() => !isSaving && onClose()}
        onBack={isSaving ? undefined : () => setView('asking')}
      >
        <NewCredentialsForm
          words={{ body: words.anotherBody, submit: words.anotherSubmit }}
          onSubmit={async (credentials) => {
            setSaving(true)
            const outcome = await chooseAnew(credentials).finally(() => setSaving(false))
            if (outcome.kind === 'changed') setView('again')
            return whyNotChanged(outcome)
          }}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Stack spacing={1}>
        {view === 'again' && (
          <Notice severity="success" role="status">
            {words.again}
          </Notice>
        )}
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
        <Button onClick={() => setView('choosing')}>{words.another}</Button>
      </Stack>
    </Dialog>
  )
}
