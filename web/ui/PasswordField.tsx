import { mdiEye, mdiEyeOff } from '@mdi/js'
import { Box, Button } from '@mui/material'
import { styled } from '@mui/material/styles'
import { type Ref, useState } from 'react'
import { es } from '../text/es.ts'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { inputStyle } from './inputStyle.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  label?: string
  /** Makes password managers offer to generate a password instead of filling in a saved one. */
  isNew: boolean
  /** Id of the error message; undefined while there is none. */
  errorId: string | undefined
  readOnly: boolean
  onBackspaceWhenEmpty?: () => void
}

/** An uncontrolled input: React writes the value of a controlled one into the `value` attribute, in plain sight in the DOM. */
export function PasswordField({ ref, label = es.credentials.password, isNew, errorId, readOnly, onBackspaceWhenEmpty }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label}>
      {(wiring) => (
        <Box sx={{ position: 'relative' }}>
          <Input
            {...wiring}
            ref={ref}
            type={isShown ? 'text' : 'password'}
            readOnly={readOnly}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            aria-invalid={errorId !== undefined}
            aria-describedby={errorId}
            onKeyDown={(event) => {
              if (event.key !== 'Backspace' || event.currentTarget.value !== '') return
              // Otherwise the key would also delete the digit that gets the focus.
              event.preventDefault()
              onBackspaceWhenEmpty?.()
            }}
          />
          <Button
            aria-label={isShown ? es.credentials.hidePassword : es.credentials.showPassword}
            onClick={() => setShown(!isShown)}
            sx={{ position: 'absolute', right: 2, top: 2, minWidth: 44, p: 0, color: 'text.secondary' }}
          >
            <Icon path={isShown ? mdiEyeOff : mdiEye} />
          </Button>
        </Box>
      )}
    </Field>
  )
}

const Input = styled('input')({ ...inputStyle, width: '100%', height: 48, padding: '0 52px 0 14px', font: 'inherit' })
