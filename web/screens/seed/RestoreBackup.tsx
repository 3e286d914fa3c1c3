import { Box, Button, Stack, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { useRestoreBackup } from '../../session/useRestoreBackup.ts'
import { es } from '../../text/es/es.ts'
import { esBackup } from '../../text/es/esBackup.ts'
import { withoutParts } from '../../text/withoutParts.ts'
import { color } from '../../theme.ts'
import { CredentialsForm } from '../../ui/fields/CredentialsForm.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { WholeHex } from '../../ui/WholeHex.tsx'
import type { OpenedBackup, Restored } from '../../wallet/vault/backup.ts'

/** File, PIN and password; then the address, and only then anything on the device changes. */
export function RestoreBackup({ onBack }: { onBack: () => void }) {
  const { openFile, inspect } = useRestoreBackup()
  const file = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string>()
  const [pinLength, setPinLength] = useState<number>()
  /** Problem of the file, known before PIN and password are typed. */
  const [problem, setProblem] = useState<string>()
  const [opened, setOpened] = useState<OpenedBackup>()

  const choose = async () => {
    const chosen = file.current?.files?.[0]
    setName(chosen?.name)
    setProblem(undefined)
    const found = chosen && (await inspect(chosen).catch(() => 'failed' as const))
    // Another may have been chosen meanwhile.
    if (chosen !== file.current?.files?.[0]) return
    setProblem(typeof found === 'string' ? esBackup.problem[found] : undefined)
    setPinLength(typeof found === 'object' ? found.pinLength : undefined)
  }

  if (opened) return <KeepBackup opened={opened} onBack={onBack} />
  return (
    <Stack spacing={3}>
      <CredentialsForm
        words={{
          lead: <Typography color="textSecondary">{esBackup.body}</Typography>,
          submit: esBackup.submit,
          busy: es.login.busy,
          notice: problem,
        }}
        asked={{ isNew: false, pinLength }}
        missing={() => {
          const found = file.current?.files?.[0] ? problem : esBackup.missing
          if (found) file.current?.focus()
          return found
        }}
        takesFocus={false}
        onSubmit={async (credentials) => {
          const chosen = file.current?.files?.[0]
          const result = chosen ? await openFile(chosen, credentials).catch(() => 'failed' as const) : 'failed'
          if (typeof result === 'string') return esBackup.problem[result]
          setOpened(result)
          return undefined
        }}
      >
        {/* The browser's own control is in the browser's language. */}
        <Box
          component="label"
          sx={{
            position: 'relative',
            display: 'grid',
            placeItems: 'center',
            minHeight: 48,
            px: 2,
            border: `1px solid ${color.field}`,
            borderRadius: 1,
            typography: 'button',
            overflowWrap: 'anywhere',
            '&:hover': { bgcolor: color.raised },
            '&:focus-within': { outline: `2px solid ${color.primaryHover}`, outlineOffset: 2 },
          }}
        >
          {name ?? esBackup.choose}
          <Box
            component="input"
            type="file"
            accept=".json,application/json"
            aria-label={esBackup.file}
            aria-invalid={problem !== undefined}
            ref={file}
            onChange={choose}
            sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer' }}
          />
        </Box>
      </CredentialsForm>
      <Button onClick={onBack}>{es.back}</Button>
    </Stack>
  )
}

/** Another vault on this device is replaced only after a second question. What is being written cannot be left half-way. */
function KeepBackup({ opened, onBack }: { opened: OpenedBackup; onBack: () => void }) {
  const { restore, enter } = useRestoreBackup()
  const [outcome, setOutcome] = useState<Restored>()
  const [isBusy, setBusy] = useState(false)
  const isAsking = outcome?.kind === 'exists'

  const keep = async () => {
    if (isBusy) return
    setBusy(true)
    const restored = await restore(opened, isAsking).catch(() => ({ kind: 'not-written', reason: 'unreliable' }) as const)
    setBusy(false)
    setOutcome(restored)
  }

  if (outcome?.kind === 'kept') {
    // Entered by now, if nothing is missing.
    if (outcome.missing.length === 0) return null
    return (
      <Stack spacing={3}>
        <Notice severity="warning" role="alert">
          {esBackup.incomplete(withoutParts(outcome.missing))}
        </Notice>
        <Button variant="contained" autoFocus onClick={() => enter(opened)}>
          {esBackup.next}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack spacing={3}>
      <div>
        <Typography color="textSecondary">{esBackup.opened}</Typography>
        <Typography sx={{ my: 1 }}>
          <WholeHex hex={opened.address} />
        </Typography>
        <Typography color="textSecondary">{esBackup.credentials}</Typography>
      </div>
      {outcome && (
        <Notice severity={isAsking ? 'warning' : 'error'} role="alert">
          {outcome.kind === 'exists' ? esBackup.exists[outcome.isThisOne ? 'same' : 'body'] : esBackup.notWritten}
        </Notice>
      )}
      <Stack spacing={1}>
        {/* In the place of the first button is the way out, so that a double click cannot answer both questions. */}
        {isAsking && (
          <Button variant="outlined" autoFocus disabled={isBusy} onClick={onBack}>
            {esBackup.cancel}
          </Button>
        )}
        <Button variant="contained" color={isAsking ? 'error' : 'primary'} aria-busy={isBusy} onClick={keep}>
          {isBusy ? esBackup.busy : isAsking ? esBackup.exists.replace : esBackup.keep}
        </Button>
        {!isAsking && (
          <Button disabled={isBusy} onClick={onBack}>
            {es.back}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
