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
  /** For the password manager: whether it fills in the one it knows or offers to make one. */
  isNew: boolean
  /** What says that it is wrong; nothing: all is well. */
  errorId: string | undefined
  readOnly: boolean
}

/** The value stays in the input itself: React would write a controlled one into an attribute, for anyone to read. */
export function PasswordField({ ref, isNew, errorId, readOnly }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={es.credentials.password}>
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
