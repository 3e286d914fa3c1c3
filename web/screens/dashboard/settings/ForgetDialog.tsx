import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useSender } from '../../../commands/useSender.tsx'
import { titleOf } from '../../../commands/words.ts'
import { useContacts } from '../../../people/useContacts.tsx'
import { useDevice } from '../../../session/useDevice.ts'
import { esWallet } from '../../../text/es/esWallet.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useSavedName } from '../../../ui/people/people.ts'

/** Asks twice, then deletes the vault, the signed transactions and the contacts, and names those that are pending. */
export function ForgetDialog({ onClose }: { onClose: () => void }) {
  const { forget } = useDevice()
  const { entries, trouble } = useSender()
  const { contacts } = useContacts()
  const nameOf = useSavedName()
  const underWay = entries.filter(({ stage }) => stage.at !== 'done').map(({ command }) => titleOf(command, nameOf))
  const [isSure, setSure] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const submit = async () => {
    setForgetting(true)
    setFailed(false)
    try {
      await forget()
    } catch {
      setFailed(true)
      setForgetting(false)
    }
  }

  // Closing does not undo what is being deleted.
  const leave = () => {
    if (!isForgetting) onClose()
  }
  return (
    <Dialog title={isSure ? esWallet.forget.sureTitle : esWallet.forget.title} onClose={leave}>
      <Stack spacing={3}>
        <Typography>{isSure ? esWallet.forget.sureBody : esWallet.forget.body}</Typography>
        {!isSure && underWay.length > 0 && (
          <Notice severity="warning" role="note">
            {esWallet.forget.underWay(underWay)}
          </Notice>
        )}
        {!isSure && trouble && (
          <Notice severity="warning" role="note">
            {esWallet.forget.unreadable}
          </Notice>
        )}
        {!isSure && contacts.size > 0 && (
          <Notice severity="warning" role="note">
            {esWallet.forget.contacts(contacts.size)}
          </Notice>
        )}
        {hasFailed && (
          <Notice severity="error" role="alert">
            {esWallet.forget.failed}
          </Notice>
        )}
        <DialogButtons>
          {!isSure && (
            <Button variant="contained" color="error" onClick={() => setSure(true)}>
              {esWallet.forget.next}
            </Button>
          )}
          {/* Takes the place of the first question's button, so that a double click cannot answer both. */}
          <Button variant="outlined" disabled={isForgetting} onClick={leave}>
            {esWallet.forget.cancel}
          </Button>
          {isSure && (
            <Button variant="contained" color="error" loading={isForgetting} onClick={submit}>
              {esWallet.forget.submit}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
