import { mdiEye, mdiEyeOff } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { styled } from '@mui/material/styles'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { es } from '../text/es.ts'
import { Icon } from './Icon.tsx'
import { inputStyle } from './inputStyle.ts'
import { digitsIn, EMPTY_PIN, enterDigits } from './pin.ts'

export type PinHandle = {
  read: () => string
  /** Focuses the first empty box, or the last one. */
  focus: () => void
}

type Props = {
  ref: Ref<PinHandle>
  label?: string
  /** Number of digits missing at the last submit; 0: no error. */
  missing: number
  /** Id of the error message. */
  errorId: string
  readOnly: boolean
  /** The last digit of six was entered. */
  onDone: () => void
}

/** Six masked one-digit inputs, uncontrolled: React would write controlled values into the `value` attribute in the DOM. */
export function PinField({ ref, label = es.credentials.pin, missing, errorId, readOnly, onDone }: Props) {
  const helpId = useId()
  const [isShown, setShown] = useState(false)
  const boxes = useRef(EMPTY_PIN)
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const isWrong = missing > 0

  useImperativeHandle(ref, () => ({
    read: () => boxes.current.join(''),
    focus: () => inputs.current.at(boxes.current.indexOf(''))?.focus(),
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
    if (next === 'done') onDone()
    else inputs.current[next]?.focus()
  }

  const onInput = ({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>, at: number) => {
    // InputEvent.data is what was typed. Autofill has no data: then the value of the input is used.
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
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, position: 'relative' }}>
      <Typography component="legend" sx={{ p: 0, mb: 0.75, fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: 500 }}>
        {label}
      </Typography>
      {/* Beside the legend, which is above the fieldset's box: there is no room to the right of six digits on a phone. */}
      <Button
        aria-label={isShown ? es.credentials.hidePin : es.credentials.showPin}
        onClick={() => setShown(!isShown)}
        sx={{ position: 'absolute', right: 2, top: -44, minWidth: 44, p: '12px 0 0', color: 'text.secondary' }}
      >
        <Icon path={isShown ? mdiEyeOff : mdiEye} />
      </Button>
      <Stack direction="row" spacing={0.75} sx={{ '& input': { WebkitTextSecurity: isShown ? 'none' : 'disc' } }}>
        {EMPTY_PIN.map((_, box) => (
          <DigitBox
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list that is never reordered
            key={box}
            ref={(input) => {
              inputs.current[box] = input
            }}
            type="text"
            inputMode="numeric"
            // Password managers must ignore it: they would save it as the user name.
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
  // The font size sets the size of the masking dot. Limited, because the box does not grow with the text.
  font: '700 min(2rem, 36px)/1 Roboto, Inter, system-ui, sans-serif',
})
