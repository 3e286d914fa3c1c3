import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PIN_LENGTH } from '../../pinLength.ts'
import { es } from '../../text/es/es.ts'
import { nextPaint } from '../nextPaint.ts'
import { Late } from '../notices/Late.tsx'
import { Notice } from '../notices/Notice.tsx'
import { useIsTakenOver } from '../useIsTakenOver.ts'
import { PasswordField } from './PasswordField.tsx'
import { PinField, type PinHandle } from './PinField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useHints } from './useHints.ts'

type Props = {
  words: {
    /** Purpose of the form. The error banner covers it, so that nothing moves when an error comes or goes. */
    lead: ReactNode
    submit: string
    busy: string
    /** Above the button. */
    help?: ReactNode
    /** Shown in the error banner until the first submit fails. */
    notice?: string | undefined
  }
  /** `isNew`: they are being chosen, not entered again; `pinLength`: of the vault that they open, once it is known. */
  asked: { isNew: boolean; pinLength?: number | undefined }
  /** Another button is the main one. */
  isSecond?: boolean
  /** Focuses the PIN as soon as this is set, unless somebody is on a control of the form or its screen by then. */
  takesFocus: boolean
  /** Between the lead and the PIN. */
  children?: ReactNode
  /** Checked before PIN and password: what else is missing, if so. Takes the focus there. */
  missing?: () => string | undefined
  /** Countdown until the next attempt is allowed. */
  wait?: string | undefined
  /** Resolves to an error message, or to undefined on success. */
  onSubmit: (credentials: { pin: string; password: string }) => Promise<string | undefined>
}

type Mistake = { message: string; missingDigits: number; noPassword: boolean }

/** Form for PIN and password. Shows one error at a time, until something is changed, and never clears the fields. */
export function CredentialsForm(props: Props) {
  const { words, asked, isSecond = false, takesFocus, children, missing, wait, onSubmit } = props
  const { isNew, pinLength = PIN_LENGTH } = asked
  const isTakenOver = useIsTakenOver()
  const bannerId = useId()
  const form = useRef<HTMLFormElement>(null)
  const pinField = useRef<PinHandle>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const [mistake, setMistake] = useState<Mistake>()
  const [isBusy, setBusy] = useState(false)
  const read = () => ({ pin: pinField.current?.read() ?? '', password: passwordField.current?.value ?? '' })
  const [hints, judge] = useHints(read)
  const [goesOn, setGoesOn] = useState(false)
  /** The last digit moved the focus to the password, where a person still typing the PIN goes on. */
  const isRunOn = useRef(false)

  useEffect(() => {
    const scope = form.current?.closest('main') ?? form.current
    if (takesFocus && !scope?.querySelector(':is(a, button, input):focus')) pinField.current?.focus()
  }, [takesFocus])

  const check = async (): Promise<Mistake | undefined> => {
    const first = missing?.()
    if (first) return { message: first, missingDigits: 0, noPassword: false }
    const { pin, password } = read()
    const missingDigits = pinLength - pin.length
    if (missingDigits > 0) return { message: es.credentials.pinTooShort(pinLength), missingDigits, noPassword: false }
    if (password === '') return { message: es.credentials.passwordMissing, missingDigits: 0, noPassword: true }
    const message = await onSubmit({ pin, password }).catch(() => es.credentials.invalid)
    return message === undefined ? undefined : { message, missingDigits: 0, noPassword: false }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setMistake(undefined)
    setBusy(true)
    await nextPaint()
    const found = await check()
    setBusy(false)
    setMistake(found)
    if (found?.missingDigits) pinField.current?.focus()
    else if (found?.noPassword) passwordField.current?.focus()
  }

  const onChange = () => {
    setMistake(undefined)
    setGoesOn(isRunOn.current && /^[0-9]{1,2}$/.test(read().password))
    if (isNew) judge()
  }
  const message = mistake?.message ?? words.notice
  return (
    // A digit that is pasted is no input event: the PIN takes it out of the paste.
    <form ref={form} className="column" noValidate onSubmit={submit} onInput={onChange} onPaste={onChange}>
      <div className="formLead">
        {words.lead}
        {!isBusy && (message || wait) && (
          <Notice severity="error" role="alert" id={bannerId}>
            {message} {wait && <Countdown>{wait}</Countdown>}
          </Notice>
        )}
        {!isTakenOver && <Late mayReload />}
      </div>
      {children}
      <PinField
        ref={pinField}
        length={pinLength}
        missing={mistake?.missingDigits ?? 0}
        hint={isNew ? (hints.pin ?? '') : undefined}
        errorId={bannerId}
        readOnly={isBusy}
        onDone={() => {
          passwordField.current?.focus()
          isRunOn.current = true
        }}
      />
      <div>
        {/* Password managers save this as the user name; without it they would save the PIN. */}
        <input type="text" autoComplete="username" defaultValue={es.product} readOnly hidden />
        <PasswordField
          ref={passwordField}
          isNew={isNew}
          errorId={mistake?.noPassword ? bannerId : undefined}
          readOnly={isBusy}
          onBackspaceWhenEmpty={() => pinField.current?.focus()}
          hint={goesOn ? es.credentials.pinComplete : (hints.password ?? '')}
          onBlur={() => {
            isRunOn.current = false
          }}
        />
      </div>
      {words.help}
      <SubmitButton label={words.submit} busyLabel={words.busy} isBusy={isBusy} isSecond={isSecond} isEarly={!isTakenOver} />
    </form>
  )
}

/** Screen readers announce it once, with the alert around it: role `timer` is not a live region. */
function Countdown({ children }: { children: string }) {
  return <span role="timer">{children}</span>
}
