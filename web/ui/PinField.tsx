import { Box, Stack, Typography } from '@mui/material'
import { styled } from '@mui/material/styles'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef } from 'react'
import { es } from '../text/es.ts'
import { inputStyle } from './inputStyle.ts'
import { digitsIn, EMPTY_PIN, enterDigits } from './pin.ts'

export type PinHandle = { read: () => string; focus: () => void }

type Props = {
  ref: Ref<PinHandle>
  /** How many digits were missing when it was last checked; 0: all is well. */
  missing: number
  /** What says so. */
  errorId: string
  readOnly: boolean
}

/** Six boxes of one digit each. The digits stay in the inputs themselves, masked, and out of every attribute. */
export function PinField({ ref, missing, errorId, readOnly }: Props) {
  const helpId = useId()
  const boxes = useRef(EMPTY_PIN)
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const isWrong = missing > 0

  useImperativeHandle(ref, () => ({
    read: () => boxes.current.join(''),
    focus: () => inputs.current[Math.max(0, boxes.current.indexOf(''))]?.focus(),
  }))

  const show = (after: readonly string[]) => {
    boxes.current = after
    inputs.current.forEach((input, box) => {
      if (input) input.value = after[box] ?? ''
    })
  }

  const enter = (at: number, typed: string) => {
    const { after, next } = enterDigits(boxes.current, at, typed)
    show(after)
    inputs.current[next]?.focus()
  }

  const onInput = ({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>, at: number) => {
    // The browser says what was typed; without that (a filled-in code) the box itself does.
    const typed = (nativeEvent instanceof InputEvent && nativeEvent.data) || currentTarget.value
    if (digitsIn(typed)) enter(at, typed)
    else show(boxes.current.map((digit, box) => (box === at && currentTarget.value === '' ? '' : digit)))
  }

  const onPaste = (event: ClipboardEvent, at: number) => {
    event.preventDefault()
    if (readOnly) return
    enter(at, event.clipboardData.getData('text'))
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Backspace: boxes.current[at] === '' ? -1 : 0 }[event.key] ?? 0
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    inputs.current[at + step]?.focus()
  }

  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ p: 0, mb: 0.75, fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: 500 }}>
        {es.credentials.pin}
      </Typography>
      <Stack direction="row" spacing={0.75}>
        {EMPTY_PIN.map((_, box) => (
          <DigitBox
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={box}
            ref={(input) => {
              inputs.current[box] = input
            }}
            type="text"
            inputMode="numeric"
            // Kept from password managers, which would take it for the name of an account.
            autoComplete="off"
            readOnly={readOnly}
            data-1p-ignore
            data-lpignore="true"
            aria-label={es.credentials.digit(box + 1)}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${errorId} ${helpId}` : undefined}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={(event) => onInput(event, box)}
            onPaste={(event) => onPaste(event, box)}
            onKeyDown={(event) => onKeyDown(event, box)}
          />
        ))}
      </Stack>
      {isWrong && (
        <Typography id={helpId} variant="caption" color="error" sx={{ display: 'block', mt: 0.75 }}>
          {es.credentials.digitsMissing(missing)}
        </Typography>
      )}
    </Box>
  )
}

const DigitBox = styled('input')({
  ...inputStyle,
  flex: '1 1 0',
  minWidth: 0,
  height: 56,
  padding: 0,
  textAlign: 'center',
  // As large as the dot that stands for a digit ought to be.
  font: '700 2rem/1 Roboto, Inter, system-ui, sans-serif',
  WebkitTextSecurity: 'disc',
})
