import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useEntries } from '../../../board/useBoard.ts'
import { useSending, useSendingView } from '../../../commands/useSending.tsx'
import { titleOf } from '../../../commands/words.ts'
import { useContacts } from '../../../people/useContacts.tsx'
import { useDevice } from '../../../session/useDevice.ts'
import { usePinLength } from '../../../session/usePinLength.ts'
import { useWaitLeft } from '../../../session/useWaitLeft.ts'
import { es } from '../../../text/es/es.ts'
import { esDevice } from '../../../text/es/esDevice.ts'
import { whyNotOpened, whyWait } from '../../../text/vaultRefusal.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CredentialsForm } from '../../../ui/fields/CredentialsForm.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useSavedName } from '../../../ui/people/people.ts'
import type { Credentials } from '../../../wallet/vault/vault.ts'

const words = esDevice.forget

/** Names what is pending and what else is lost, asks for PIN and password, stops sending, and deletes this wallet alone. */
export function ForgetDialog({ onClose }: { onClose: () => void }) {
  const { forget } = useDevice()
  const { pause } = useSending()
  const entries = useEntries((entries) => entries)
  const trouble = useSendingView((sending) => sending.trouble)
  const { contacts } = useContacts()
  const nameOf = useSavedName()
  const pinLength = usePinLength()
  const wait = whyWait(useWaitLeft())
  const underWay = entries.filter(({ stage }) => stage.at !== 'done').map(({ command }) => titleOf(command, nameOf))
  const [isForgetting, setForgetting] = useState(false)

  const submit = async (credentials: Credentials): Promise<string | undefined> => {
    setForgetting(true)
    const goOn = await pause()
    try {
      const refused = await forget(credentials)
      if (!refused) return undefined
      goOn()
      return refused.kind === 'another-vault' ? words.another : whyNotOpened(refused)
    } catch {
      goOn()
      return words.failed
    } finally {
      setForgetting(false)
    }
  }

  // Closing does not undo what is being deleted.
  const leave = () => {
    if (!isForgetting) onClose()
  }
  const warnings = [
    underWay.length > 0 && words.underWay(underWay),
    trouble && words.unreadable,
    contacts.size > 0 && words.contacts(contacts.size),
  ].filter((warning) => typeof warning === 'string')
  return (
    <Dialog title={words.title} onClose={leave}>
      <Stack spacing={2}>
        <Typography>{words.body}</Typography>
        {warnings.map((warning) => (
          <Notice key={warning} severity="warning" role="note">
            {warning}
          </Notice>
        ))}
        <CredentialsForm
          words={{ lead: <Typography>{words.sure}</Typography>, submit: words.submit, busy: es.login.busy }}
          asked={{ isNew: false, pinLength }}
          takesFocus={false}
          wait={wait}
          onSubmit={submit}
        />
        <Button disabled={isForgetting} onClick={leave}>
          {words.cancel}
        </Button>
      </Stack>
    </Dialog>
  )
}
