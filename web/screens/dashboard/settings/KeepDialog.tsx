import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useKeepWallet } from '../../../session/useKeepWallet.ts'
import { es } from '../../../text/es/es.ts'
import { esSeed } from '../../../text/es/esSeed.ts'
import { esWallet } from '../../../text/es/esWallet.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { CredentialsForm } from '../../../ui/fields/CredentialsForm.tsx'
import { useNotices } from '../../../ui/notices/Notices.tsx'
import type { Credentials } from '../../../wallet/vault/vault.ts'

/** Asks for PIN and password and seals the wallet; another vault is replaced only after a second question. */
export function KeepDialog({ onClose }: { onClose: () => void }) {
  const keepWallet = useKeepWallet()
  const notify = useNotices()
  const [refused, setRefused] = useState<Credentials>()
  const [isBusy, setBusy] = useState(false)

  const keep = async (credentials: Credentials, replace: boolean): Promise<string | undefined> => {
    setBusy(true)
    const kept = await keepWallet(credentials, replace)
    setBusy(false)
    if (kept.kind === 'visit-only') return esSeed.visitOnly[kept.reason]
    if (kept.kind === 'exists') {
      setRefused(credentials)
      return undefined
    }
    onClose()
    notify(kept.wasThere ? esWallet.keep.already : esWallet.keep.done)
    return undefined
  }

  const replace = async (credentials: Credentials) => {
    const problem = await keep(credentials, true)
    if (!problem) return
    setRefused(undefined)
    notify(problem)
  }

  // Closing does not undo what is being written: whoever leaves must know whether the wallet was kept.
  const leave = () => {
    if (!isBusy) onClose()
  }
  if (refused) {
    return (
      <Dialog title={esSeed.exists.title} onClose={leave}>
        <Typography sx={{ mb: 3 }}>{esSeed.exists.body}</Typography>
        <DialogButtons>
          <Button variant="contained" color="error" loading={isBusy} onClick={() => replace(refused)}>
            {esSeed.exists.replace}
          </Button>
          <Button variant="outlined" autoFocus disabled={isBusy} onClick={leave}>
            {esSeed.exists.leave}
          </Button>
        </DialogButtons>
      </Dialog>
    )
  }
  return (
    <Dialog title={esWallet.keep.title} onClose={leave}>
      <CredentialsForm
        words={{
          lead: <Typography>{esWallet.keep.body}</Typography>,
          submit: esWallet.keep.submit,
          busy: esSeed.confirm.sealing,
          help: (
            <Typography variant="body2" color="textSecondary">
              {es.credentials.goodPassword}
            </Typography>
          ),
        }}
        asked={{ isNew: true }}
        takesFocus
        onSubmit={(credentials) => keep(credentials, false)}
      />
    </Dialog>
  )
}
