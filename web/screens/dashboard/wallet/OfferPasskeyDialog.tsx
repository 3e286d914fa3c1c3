import { mdiFingerprint } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { notePasskeyOffered, usePasskey } from '../../../session/usePasskey.ts'
import { esPasskey } from '../../../text/es/esPasskey.ts'
import { color } from '../../../theme.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useNotices } from '../../../ui/notices/Notices.tsx'

/** Offers the passkey, once on this device: shown is offered, whatever the answer. */
export function OfferPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { setUp } = usePasskey()
  const notify = useNotices()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<keyof typeof esPasskey.notSet>()
  useEffect(notePasskeyOffered, [])

  const submit = async () => {
    if (isBusy) return
    setProblem(undefined)
    setBusy(true)
    const outcome = await setUp()
    setBusy(false)
    if (outcome !== 'done') return setProblem(outcome)
    onClose()
    notify(esPasskey.on)
  }

  return (
    <Dialog title={esPasskey.offer.title} onClose={onClose}>
      <Stack spacing={2} sx={{ textAlign: 'center' }}>
        <Box
          sx={{
            alignSelf: 'center',
            width: 72,
            height: 72,
            display: 'grid',
            placeItems: 'center',
            borderRadius: '50%',
            bgcolor: color.primaryTint,
            color: color.primarySoft,
          }}
        >
          <Icon path={mdiFingerprint} size={36} />
        </Box>
        <Typography variant="subtitle1" component="p">
          {esPasskey.offer.lead}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {esPasskey.offer.body}
        </Typography>
        <DialogButtons>
          {problem && (
            <Notice severity="warning" role="alert" isInView>
              {esPasskey.notSet[problem]}
            </Notice>
          )}
          <Button variant="contained" aria-busy={isBusy} onClick={submit}>
            {isBusy ? esPasskey.offer.busy : esPasskey.offer.submit}
          </Button>
          <Button onClick={onClose}>{esPasskey.offer.later}</Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
