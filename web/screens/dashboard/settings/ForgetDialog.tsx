import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useEntries } from '../../../board/useBoard.ts'
import { useSendingView } from '../../../commands/useSending.tsx'
import { titleOf } from '../../../commands/words.ts'
import { useContacts } from '../../../people/useContacts.tsx'
import { useDevice } from '../../../session/useDevice.ts'
import { esDevice } from '../../../text/es/esDevice.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useSavedName } from '../../../ui/people/people.ts'

/** Asks twice, then deletes the vault, the signed transactions and the contacts, and names those that are pending. */
export function ForgetDialog({ onClose }: { onClose: () => void }) {
  const { forget } = useDevice()
  const entries = useEntries((entries) => entries)
  const trouble = useSendingView((sending) => sending.trouble)
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
    <Dialog title={isSure ? esDevice.forget.sureTitle : esDevice.forget.title} onClose={leave}>
      <Stack spacing={3}>
        <Typography>{isSure ? esDevice.forget.sureBody : esDevice.forget.body}</Typography>
        {!isSure && underWay.length > 0 && (
          <Notice severity="warning" role="note">
            {esDevice.forget.underWay(underWay)}
          </Notice>
        )}
        {!isSure && trouble && (
          <Notice severity="warning" role="note">
            {esDevice.forget.unreadable}
          </Notice>
        )}
        {!isSure && contacts.size > 0 && (
          <Notice severity="warning" role="note">
            {esDevice.forget.contacts(contacts.size)}
          </Notice>
        )}
        {hasFailed && (
          <Notice severity="error" role="alert">
            {esDevice.forget.failed}
          </Notice>
        )}
        <DialogButtons>
          {!isSure && (
            <Button variant="contained" color="error" onClick={() => setSure(true)}>
              {esDevice.forget.next}
            </Button>
          )}
          {/* Takes the place of the first question's button, so that a double click cannot answer both. */}
          <Button variant="outlined" disabled={isForgetting} onClick={leave}>
            {esDevice.forget.cancel}
          </Button>
          {isSure && (
            <Button variant="contained" color="error" loading={isForgetting} onClick={submit}>
              {esDevice.forget.submit}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
