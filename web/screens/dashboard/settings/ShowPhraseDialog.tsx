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
import { WordGrid } from '../../../ui/WordGrid.tsx'

/** Shows the phrase again after PIN and password. A wallet of this visit has neither, so nothing is asked. */
export function ShowPhraseDialog({ onClose }: { onClose: () => void }) {
  const { phrase, dataKey } = useWallet()
  const { check } = useDevice()
  const pinLength = usePinLength()
  const waitLeft = useWaitLeft()
  const [isAllowed, setAllowed] = useState(dataKey === undefined)

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
      )}
    </Dialog>
  )
}
