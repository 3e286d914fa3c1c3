import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useWallet } from '../../../session/session.tsx'
import { useDevice } from '../../../session/useDevice.ts'
import { usePinLength } from '../../../session/usePinLength.ts'
import { useWaitLeft } from '../../../session/useWaitLeft.ts'
import { es } from '../../../text/es/es.ts'
import { esDevice } from '../../../text/es/esDevice.ts'
import { whyNotOpened, whyWait } from '../../../text/vaultRefusal.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CredentialsForm } from '../../../ui/fields/CredentialsForm.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { WordGrid } from '../../../ui/WordGrid.tsx'

/** Warns, and shows the phrase again after PIN and password, which a wallet of this visit does not have. */
export function ShowPhraseDialog({ onClose }: { onClose: () => void }) {
  const { phrase, dataKey } = useWallet()
  const { check } = useDevice()
  const pinLength = usePinLength()
  const waitLeft = useWaitLeft()
  const [isAllowed, setAllowed] = useState(false)

  return (
    <Dialog title={esDevice.showPhrase.title} onClose={onClose}>
      {isAllowed ? (
        <Stack spacing={3}>
          <WordGrid words={phrase.split(' ')} isShown />
          <Button variant="contained" autoFocus onClick={onClose}>
            {esDevice.showPhrase.done}
          </Button>
        </Stack>
      ) : (
        <Stack spacing={2}>
          <Notice severity="warning" role="note">
            {esDevice.showPhrase.warning}
          </Notice>
          {dataKey ? (
            <CredentialsForm
              words={{
                lead: <Typography>{esDevice.showPhrase.body}</Typography>,
                submit: esDevice.showPhrase.submit,
                busy: es.login.busy,
              }}
              asked={{ isNew: false, pinLength }}
              takesFocus
              wait={whyWait(waitLeft)}
              onSubmit={async (credentials) => {
                const refused = await check(credentials)
                if (!refused) setAllowed(true)
                return whyNotOpened(refused)
              }}
            />
          ) : (
            <Button variant="contained" autoFocus onClick={() => setAllowed(true)}>
              {esDevice.showPhrase.submit}
            </Button>
          )}
        </Stack>
      )}
    </Dialog>
  )
}
