import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useSession } from '../../../session/session.tsx'
import { esWallet } from '../../../text/es/esWallet.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { KeepDialog } from './KeepDialog.tsx'

/** Asks before a wallet of this visit is locked: its phrase is nowhere else on the device. */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  const { lock } = useSession()
  const [isKeeping, setKeeping] = useState(false)

  if (isKeeping) return <KeepDialog onClose={onClose} />
  return (
    <Dialog title={esWallet.close.title} onClose={onClose}>
      <Typography sx={{ mb: 3 }}>{esWallet.close.body}</Typography>
      <Stack spacing={1}>
        <Button variant="contained" autoFocus onClick={() => setKeeping(true)}>
          {esWallet.keep.open}
        </Button>
        <Button variant="outlined" color="error" onClick={lock}>
          {esWallet.close.submit}
        </Button>
        <Button onClick={onClose}>{esWallet.close.leave}</Button>
      </Stack>
    </Dialog>
  )
}
