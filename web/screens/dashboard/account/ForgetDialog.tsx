import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useDevice } from '../../../state/session/useDevice.ts'
import { esWallet } from '../../../text/esWallet.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

/** Asks twice, then deletes the vault. */
export function ForgetDialog({ onClose }: { onClose: () => void }) {
  const { forget } = useDevice()
  const [isSure, setSure] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  return (
    <Dialog title={isSure ? esWallet.forget.sureTitle : esWallet.forget.title} onClose={onClose}>
      <Stack spacing={3}>
        <Typography>{isSure ? esWallet.forget.sureBody : esWallet.forget.body}</Typography>
        {hasFailed && (
          <Notice severity="error" role="alert">
            {esWallet.forget.failed}
          </Notice>
        )}
        <Stack spacing={1}>
          {!isSure && (
            <Button variant="contained" color="error" onClick={() => setSure(true)}>
              {esWallet.forget.next}
            </Button>
          )}
          {/* Takes the place of the first question's button, so that a double click cannot answer both. */}
          <Button variant="outlined" onClick={onClose}>
            {esWallet.forget.cancel}
          </Button>
          {isSure && (
            <Button variant="contained" color="error" onClick={() => forget().catch(() => setFailed(true))}>
              {esWallet.forget.submit}
            </Button>
          )}
        </Stack>
      </Stack>
    </Dialog>
  )
}
