import { mdiEye, mdiEyeOff } from '@mdi/js'
import { type Ref, useId, useState } from 'react'
import { es } from '../../text/es/es.ts'
import { Icon } from '../Icon.tsx'
import { Field } from './Field.tsx'
import { PlainButton } from './PlainButton.tsx'

type Props = {
  ref: Ref<HTMLInputElement>
  label?: string
  /** Makes password managers offer to generate a password instead of filling in a saved one. */
  isNew: boolean
  /** Id of the error message; undefined while there is none. */
  errorId: string | undefined
  readOnly: boolean
  /** Below the field, where one line is kept free for it even if it is empty. */
  hint?: string | undefined
  onBlur?: () => void
  onBackspaceWhenEmpty?: () => void
}

/** An uncontrolled input: React writes the value of a controlled one into the `value` attribute, in plain sight in the DOM. */
export function PasswordField({
  ref,
  label = es.credentials.password,
  isNew,
  errorId,
  readOnly,
  hint,
  onBlur,
  onBackspaceWhenEmpty,
}: Props) {
  const hintId = useId()
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label}>
      {(wiring) => (
        <div className="password">
          <input
            {...wiring}
            ref={ref}
            className="input passwordInput"
            type={isShown ? 'text' : 'password'}
            readOnly={readOnly}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            aria-invalid={errorId !== undefined}
            aria-describedby={errorId ?? (hint ? hintId : undefined)}
            onBlur={onBlur}
            onKeyDown={(event) => {
              if (event.key !== 'Backspace' || event.currentTarget.value !== '') return
              // Otherwise the key would also delete the digit that gets the focus.
              event.preventDefault()
              onBackspaceWhenEmpty?.()
            }}
          />
          <PlainButton
            look="eye"
            aria-label={isShown ? es.credentials.hidePassword : es.credentials.showPassword}
            onClick={() => setShown(!isShown)}
          >
            <Icon path={isShown ? mdiEyeOff : mdiEye} />
          </PlainButton>
          {hint !== undefined && (
            <span id={hintId} className="fieldHelp keptLine" role="status">
              {hint}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
