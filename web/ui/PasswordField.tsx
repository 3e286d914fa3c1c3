import { mdiEye, mdiEyeOff } from '@mdi/js'
import { IconButton, OutlinedInput } from '@mui/material'
import { type Ref, useState } from 'react'
import { es } from '../text/es.ts'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'

type Props = {
  ref: Ref<HTMLInputElement>
  /** For the password manager: whether it fills in the one it knows or offers to make one. */
  isNew: boolean
  isWrong: boolean
  disabled: boolean
}

/** The value stays in the input itself: React would write a controlled one into an attribute, for anyone to read. */
export function PasswordField({ ref, isNew, isWrong, disabled }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={es.credentials.password}>
      {({ 'aria-invalid': _, ...wiring }) => (
        <OutlinedInput
          fullWidth
          type={isShown ? 'text' : 'password'}
          error={isWrong}
          disabled={disabled}
          inputRef={ref}
          slotProps={{
            input: {
              ...wiring,
              autoComplete: isNew ? 'new-password' : 'current-password',
              autoCapitalize: 'none',
              spellCheck: false,
              'aria-required': true,
            },
          }}
          endAdornment={
            <IconButton
              edge="end"
              aria-label={isShown ? es.credentials.hidePassword : es.credentials.showPassword}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              <Icon path={isShown ? mdiEyeOff : mdiEye} />
            </IconButton>
          }
        />
      )}
    </Field>
  )
}
