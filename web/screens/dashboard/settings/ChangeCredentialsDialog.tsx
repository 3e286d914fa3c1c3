import { Box, Button, Divider, Stack, Typography } from '@mui/material'
import { type FormEvent, useId, useRef, useState } from 'react'
import { PIN_LENGTH } from '../../../pinLength.ts'
import { useDevice } from '../../../session/useDevice.ts'
import { usePasskey } from '../../../session/usePasskey.ts'
import { usePinLength } from '../../../session/usePinLength.ts'
import { useWaitLeft } from '../../../session/useWaitLeft.ts'
import { whyNotChanged } from '../../../text/changeProblem.ts'
import { es } from '../../../text/es/es.ts'
import { esChange } from '../../../text/es/esChange.ts'
import { whyWait } from '../../../text/vaultRefusal.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Choices } from '../../../ui/fields/Choices.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { PinField, type PinHandle } from '../../../ui/fields/PinField.tsx'
import { SubmitButton } from '../../../ui/fields/SubmitButton.tsx'
import { useHints } from '../../../ui/fields/useHints.ts'
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

/** The credential that is changed: the other one stays as it is typed for the present one. */
type What = keyof typeof esChange.what.choices
const WHAT = (['pin', 'password', 'both'] as const).map((value) => ({ value, label: esChange.what.choices[value] }))

/** Asks for the present PIN and password, which count towards the rate limit, and twice for what is new. */
export function ChangeCredentialsDialog({ onClose }: { onClose: () => void }) {
  const { change } = useDevice()
  const hasPasskey = usePasskey().state === 'on'
  const [choice, setChoice] = useState<PasskeyChoice>('remove')
  const [what, setWhat] = useState<What>('pin')
  const oldLength = usePinLength() ?? PIN_LENGTH
  const wait = whyWait(useWaitLeft())
  const bannerId = useId()
  const [mistake, setMistake] = useState<Mistake>()
  const [isBusy, setBusy] = useState(false)
  /** The sentence about the passkey stays, although there is none any more. */
  const [done, setDone] = useState<{ what: What; passkey: PasskeyChoice | undefined }>()
  const oldPin = useRef<PinHandle>(null)
  const newPin = useRef<PinHandle>(null)
  const repeatedPin = useRef<PinHandle>(null)
  const oldPassword = useRef<HTMLInputElement>(null)
  const newPassword = useRef<HTMLInputElement>(null)
  const repeated = useRef<HTMLInputElement>(null)
  const fields = { oldPin, oldPassword, newPin, repeatedPin, newPassword, repeated }

  const read = () => {
    const from = { pin: oldPin.current?.read() ?? '', password: oldPassword.current?.value ?? '' }
    // A field that is not asked for is not there.
    const to = { pin: newPin.current?.read() ?? from.pin, password: newPassword.current?.value ?? from.password }
    return { from, to }
  }
  const [hints, judge] = useHints(() => read().to)

  const check = async (): Promise<Mistake | undefined> => {
    const { from, to } = read()
    const missing = { oldPin: oldLength - from.pin.length, newPin: PIN_LENGTH - to.pin.length }
    if (missing.oldPin > 0) return { message: esChange.oldPinShort(oldLength), field: 'oldPin', missing: missing.oldPin }
    if (from.password === '') return { message: esChange.oldPasswordMissing, field: 'oldPassword' }
    if (newPin.current && missing.newPin > 0) return { message: esChange.newPinShort, field: 'newPin', missing: missing.newPin }
    if (repeatedPin.current && repeatedPin.current.read() !== to.pin)
      return { message: esChange.differentPins, field: 'repeatedPin' }
    if (to.password === '') return { message: esChange.newPasswordMissing, field: 'newPassword' }
    if (repeated.current && repeated.current.value !== to.password) return { message: esChange.different, field: 'repeated' }

    // One that another tab set up meanwhile, and this question did not ask about, goes too.
    const outcome = await change(from, to, hasPasskey && choice === 'keep')
    return outcome.kind === 'changed' ? undefined : { message: whyNotChanged(outcome) }
  }

  const chooseWhat = (next: What) => {
    setWhat(next)
    setMistake(undefined)
    judge()
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
    if (!found) setDone({ what, passkey: hasPasskey ? choice : undefined })
  }

  const pinProps = (name: 'oldPin' | 'newPin' | 'repeatedPin', next: FieldName) => ({
    ref: fields[name],
    label: esChange[name],
    missing: mistake?.field === name ? (mistake.missing ?? 0) : 0,
    hint: name === 'newPin' ? (hints.pin ?? '') : undefined,
    errorId: bannerId,
    readOnly: isBusy,
    onDone: () => fields[next].current?.focus(),
  })
  const passwordProps = (name: 'oldPassword' | 'newPassword' | 'repeated') => ({
    ref: fields[name],
    label: esChange[name],
    isNew: name !== 'oldPassword',
    hint: name === 'newPassword' ? (hints.password ?? '') : undefined,
    errorId: mistake?.field === name ? bannerId : undefined,
    readOnly: isBusy,
  })
  if (done) return <Changed {...done} onClose={onClose} />
  // It is not cancelled by closing: whoever leaves must know which PIN and password are the ones.
  const leave = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog title={esChange.title} onClose={leave}>
      <Stack component="form" spacing={2.5} noValidate onSubmit={submit} onInput={judge} onPaste={judge}>
        <Choices title={esChange.what.title} choices={WHAT} chosen={what} width="8rem" disabled={isBusy} onChoose={chooseWhat} />
        <PinField {...pinProps('oldPin', 'oldPassword')} length={oldLength} />
        <div>
          {/* As on /login: without it password managers would save the PIN as the user name. */}
          <Box component="input" type="text" autoComplete="username" defaultValue={es.product} readOnly hidden />
          <PasswordField {...passwordProps('oldPassword')} />
        </div>
        <Divider />
        {what !== 'password' && (
          <>
            <PinField {...pinProps('newPin', 'repeatedPin')} />
            <PinField {...pinProps('repeatedPin', 'newPassword')} />
          </>
        )}
        {what !== 'pin' && (
          <>
            <PasswordField {...passwordProps('newPassword')} />
            <PasswordField {...passwordProps('repeated')} />
            <Typography variant="caption" color="textSecondary">
              {es.credentials.goodPassword}
            </Typography>
          </>
        )}
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

type ChangedProps = { what: What; passkey: PasskeyChoice | undefined; onClose: () => void }

function Changed({ what, passkey, onClose }: ChangedProps) {
  return (
    <Dialog title={esChange.title} onClose={onClose}>
      <Stack spacing={3}>
        <Notice severity="success" role="status">
          {esChange.done[what]}
        </Notice>
        <Typography variant="body2" color="textSecondary">
          {passkey && PASSKEY_SENTENCE[passkey]} {esChange.backups}
        </Typography>
        <Button variant="contained" autoFocus onClick={onClose}>
          {esChange.close}
        </Button>
      </Stack>
    </Dialog>
  )
}
