import { mdiFingerprint } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { usePasskey } from '../../../session/usePasskey.ts'
import { usePinLength } from '../../../session/usePinLength.ts'
import { useWaitLeft } from '../../../session/useWaitLeft.ts'
import { esPasskey } from '../../../text/es/esPasskey.ts'
import { whyNotOpened, whyWait } from '../../../text/vaultRefusal.ts'
import { color } from '../../../theme.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CredentialsForm } from '../../../ui/fields/CredentialsForm.tsx'
import { Icon } from '../../../ui/Icon.tsx'

type Props = {
  title: string
  onDone: () => void
  onClose: () => void
}

/** Turns the passkey on, after PIN and password. Closing it ends the browser's prompt, and nothing is kept. */
export function PasskeyDialog({ title, onDone, onClose }: Props) {
  const { setUp } = usePasskey()
  const pinLength = usePinLength()
  const waitLeft = useWaitLeft()
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack spacing={1}>
        <Purpose />
        <CredentialsForm
          words={{
            lead: <Typography>{esPasskey.offer.prove}</Typography>,
            submit: esPasskey.offer.submit,
            busy: esPasskey.offer.busy,
          }}
          asked={{ isNew: false, pinLength }}
          takesFocus
          wait={whyWait(waitLeft)}
          onSubmit={async (credentials) => {
            const outcome = await setUp(credentials)
            if (outcome.kind === 'done') {
              onDone()
              return undefined
            }
            return outcome.kind === 'not-set' ? esPasskey.notSet[outcome.why] : whyNotOpened(outcome)
          }}
        />
        <Button onClick={onClose}>{esPasskey.offer.later}</Button>
      </Stack>
    </Dialog>
  )
}

function Purpose() {
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'center', pb: 1.5 }}>
      <Box
        sx={{
          flex: 'none',
          width: 56,
          height: 56,
          display: 'grid',
          placeItems: 'center',
          borderRadius: '50%',
          bgcolor: color.primaryTint,
          color: color.primarySoft,
        }}
      >
        <Icon path={mdiFingerprint} size={28} />
      </Box>
      <div>
        <Typography>{esPasskey.offer.lead}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {esPasskey.offer.body}
        </Typography>
      </div>
    </Stack>
  )
}
