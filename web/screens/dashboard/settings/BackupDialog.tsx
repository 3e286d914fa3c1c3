import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { backup } from '../../../session/backup.ts'
import { useWallet } from '../../../session/session.tsx'
import { esSettings } from '../../../text/es/esSettings.ts'
import { isoDay } from '../../../text/format.ts'
import { withoutParts } from '../../../text/withoutParts.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { download } from '../../../ui/download.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'

const SEVERITY = { done: 'success', incomplete: 'warning', gone: 'error', failed: 'error' } as const

export function BackupDialog({ onClose }: { onClose: () => void }) {
  const { phrase, address, dataKey } = useWallet()
  const [outcome, setOutcome] = useState<'done' | 'incomplete' | 'gone' | 'failed'>()
  const [missing, setMissing] = useState<readonly string[]>([])

  const submit = async () => {
    setOutcome(undefined)
    try {
      const written = dataKey && (await backup.write({ phrase, address, dataKey }))
      if (!written) return setOutcome('gone')
      download(written.text, esSettings.backup.file(isoDay(Date.now() / 1000)), 'application/json')
      setMissing(written.missing)
      setOutcome(written.missing.length > 0 ? 'incomplete' : 'done')
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
            <Notice severity={SEVERITY[outcome]} role={outcome === 'done' ? 'status' : 'alert'} isInView>
              {outcome === 'incomplete' ? esSettings.backup.incomplete(withoutParts(missing)) : esSettings.backup[outcome]}
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
