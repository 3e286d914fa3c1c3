import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useBackup } from '../../../state/session/useBackup.ts'
import { esSettings } from '../../../text/esSettings.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { download } from '../../../ui/download.ts'
import { Notice } from '../../../ui/Notice.tsx'

export function BackupDialog({ onClose }: { onClose: () => void }) {
  const write = useBackup()
  const [outcome, setOutcome] = useState<'done' | 'gone' | 'failed'>()

  const submit = async () => {
    setOutcome(undefined)
    try {
      const text = await write()
      if (text !== undefined) download(text, esSettings.backup.file, 'application/json')
      setOutcome(text === undefined ? 'gone' : 'done')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <Dialog title={esSettings.backup.title} onClose={onClose}>
      <Stack spacing={2}>
        <Typography>{esSettings.backup.body}</Typography>
        <Typography variant="body2" color="textSecondary">
          {esSettings.backup.notPhrase}
        </Typography>
        <DialogButtons>
          {outcome && (
            <Notice severity={outcome === 'done' ? 'success' : 'error'} role={outcome === 'done' ? 'status' : 'alert'} isInView>
              {esSettings.backup[outcome]}
            </Notice>
          )}
          <Button variant="contained" onClick={submit}>
            {esSettings.backup.submit}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
