import { Box, Button, Divider, Stack, Typography } from '@mui/material'
import { type FormEvent, useId, useRef, useState } from 'react'
import { PIN_LENGTH } from '../../../pinLength.ts'
import { useDevice } from '../../../session/useDevice.ts'
import { usePasskey } from '../../../session/usePasskey.ts'
import { usePinLength } from '../../../session/usePinLength.ts'
import { useWaitLeft } from '../../../session/useWaitLeft.ts'
import { es } from '../../../text/es/es.ts'
import { esChange } from '../../../text/es/esChange.ts'
import { whyNotOpened, whyWait } from '../../../text/vaultRefusal.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Choices } from '../../../ui/fields/Choices.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { PinField, type PinHandle } from '../../../ui/fields/PinField.tsx'
import { SubmitButton } from '../../../ui/fields/SubmitButton.tsx'
import { nextPaint } from '../../../ui/nextPaint.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'

type FieldName = 'oldPin' | 'oldPassword' | 'newPin' | 'repeatedPin' | 'newPassword' | 'repeated'
type Mistake = { message: string | undefined; field?: FieldName; missing?: number }

type PasskeyChoice = 'remove' | 'keep'

const PASSKEY_CHOICES = [
  { value: 'remove', label: esChange.passkey.remove, hint: esChange.passkey.removeHint },
  { value: 'keep', label: esChange.passkey.keep, hint: esChange.passkey.keepHint },
] as const
const PASSKEY_SENTENCE = { remove: esChange.passkey.removed, keep: esChange.passkey.kept }

/** Asks for the present PIN and password, which count towards the rate limit, and for the new ones twice. */
export function ChangeCredentialsDialog({ onClose }: { onClose: () => void }) {
  const { change } = useDevice()
  const hasPasskey = usePasskey().state === 'on'
  const [choice, setChoice] = useState<PasskeyChoice>('remove')
  const oldLength = usePinLength() ?? PIN_LENGTH
  const wait = whyWait(useWaitLeft())
  const bannerId = useId()
  const [mistake, setMistake] = useState<Mistake>()
  const [isBusy, setBusy] = useState(false)
  /** What was said of the passkey stays, although there is none any more. */
  const [done, setDone] = useState<{ passkey: PasskeyChoice | undefined }>()
  const oldPin = useRef<PinHandle>(null)
  const newPin = useRef<PinHandle>(null)
  const repeatedPin = useRef<PinHandle>(null)
  const oldPassword = useRef<HTMLInputElement>(null)
  const newPassword = useRef<HTMLInputElement>(null)
  const repeated = useRef<HTMLInputElement>(null)
  const fields = { oldPin, oldPassword, newPin, repeatedPin, newPassword, repeated }

  const check = async (): Promise<Mistake | undefined> => {
    const from = { pin: oldPin.current?.read() ?? '', password: oldPassword.current?.value ?? '' }
    const to = { pin: newPin.current?.read() ?? '', password: newPassword.current?.value ?? '' }
    const missing = { oldPin: oldLength - from.pin.length, newPin: PIN_LENGTH - to.pin.length }
    if (missing.oldPin > 0) return { message: esChange.oldPinShort(oldLength), field: 'oldPin', missing: missing.oldPin }
    if (from.password === '') return { message: esChange.oldPasswordMissing, field: 'oldPassword' }
    if (missing.newPin > 0) return { message: esChange.newPinShort, field: 'newPin', missing: missing.newPin }
    if (repeatedPin.current?.read() !== to.pin) return { message: esChange.differentPins, field: 'repeatedPin' }
    if (to.password === '') return { message: esChange.newPasswordMissing, field: 'newPassword' }
    if (repeated.current?.value !== to.password) return { message: esChange.different, field: 'repeated' }

    // One that another tab set up meanwhile, and this question did not ask about, goes too.
    const outcome = await change(from, to, hasPasskey && choice === 'keep')
    switch (outcome.kind) {
      case 'changed':
        return undefined
      case 'invalid':
        return { message: esChange.oldWrong }
      case 'not-written':
        return { message: esChange.notWritten }
      case 'unsure':
        return { message: esChange.unsure }
      case 'another-vault':
        return { message: esChange.anotherVault }
      default:
        return { message: whyNotOpened(outcome) }
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setMistake(undefined)
    setBusy(true)
    await nextPaint()
    const found = await check().catch((): Mistake => ({ message: es.credentials.failed.unknown }))
    setBusy(false)
    setMistake(found)
    if (found?.field) fields[found.field].current?.focus()
    if (!found) setDone({ passkey: hasPasskey ? choice : undefined })
  }

  const pinProps = (name: 'oldPin' | 'newPin' | 'repeatedPin', next: FieldName) => ({
    ref: fields[name],
    label: esChange[name],
    missing: mistake?.field === name ? (mistake.missing ?? 0) : 0,
    errorId: bannerId,
    readOnly: isBusy,
    onDone: () => fields[next].current?.focus(),
  })
  const passwordProps = (name: 'oldPassword' | 'newPassword' | 'repeated') => ({
    ref: fields[name],
    label: esChange[name],
    isNew: name !== 'oldPassword',
    errorId: mistake?.field === name ? bannerId : undefined,
    readOnly: isBusy,
  })
  if (done) {
    return (
      <Dialog title={esChange.title} onClose={onClose}>
        <Stack spacing={3}>
          <Notice severity="success" role="status">
            {esChange.done}
          </Notice>
          <Typography variant="body2" color="textSecondary">
            {done.passkey && PASSKEY_SENTENCE[done.passkey]} {esChange.backups}
          </Typography>
          <Button variant="contained" autoFocus onClick={onClose}>
            {esChange.close}
          </Button>
        </Stack>
      </Dialog>
    )
  }
  // It is not cancelled by closing: whoever leaves must know which PIN and password are the ones.
  const leave = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog title={esChange.title} onClose={leave}>
      <Stack component="form" spacing={2.5} noValidate onSubmit={submit}>
        <PinField {...pinProps('oldPin', 'oldPassword')} length={oldLength} />
        <div>
          {/* As on /login: without it password managers would save the PIN as the user name. */}
          <Box component="input" type="text" autoComplete="username" defaultValue={es.product} readOnly hidden />
          <PasswordField {...passwordProps('oldPassword')} />
        </div>
        <Divider />
        <PinField {...pinProps('newPin', 'repeatedPin')} />
        <PinField {...pinProps('repeatedPin', 'newPassword')} />
        <PasswordField {...passwordProps('newPassword')} />
        <PasswordField {...passwordProps('repeated')} />
        <Typography variant="caption" color="textSecondary">
          {es.credentials.goodPassword}
        </Typography>
        {hasPasskey && (
          <Choices title={esChange.passkey.title} choices={PASSKEY_CHOICES} chosen={choice} width="100%" onChoose={setChoice} />
        )}
        <DialogButtons>
          {!isBusy && (mistake?.message || wait) && (
            <Notice severity="error" role="alert" id={bannerId} isInView>
              {mistake?.message} {wait && <span role="timer">{wait}</span>}
            </Notice>
          )}
          <SubmitButton label={esChange.submit} busyLabel={esChange.busy} isBusy={isBusy} />
          <Button disabled={isBusy} onClick={leave}>
            {esChange.cancel}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
