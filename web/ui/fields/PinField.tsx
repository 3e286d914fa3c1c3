import { mdiEye, mdiEyeOff } from '@mdi/js'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { PIN_LENGTH } from '../../pinLength.ts'
import { es } from '../../text/es/es.ts'
import { Icon } from '../Icon.tsx'
import { PlainButton } from './PlainButton.tsx'
import { digitsIn, emptyPin, enterDigits } from './pin.ts'

export type PinHandle = {
  read: () => string
  /** Focuses the first empty box, or the last one. */
  focus: () => void
}

type Props = {
  ref: Ref<PinHandle>
  label?: string
  /** How many digits; it may become known later. */
  length?: number
  /** Number of digits missing at the last submit; 0: no error. */
  missing: number
  /** Below the boxes, and announced. Undefined: there is never one. */
  hint?: string | undefined
  /** Id of the error message. */
  errorId: string
  readOnly: boolean
  /** The last digit was entered. */
  onDone: () => void
}

/** Masked one-digit inputs, uncontrolled: React would write controlled values into the `value` attribute in the DOM. */
export function PinField({
  ref,
  label = es.credentials.pin,
  length = PIN_LENGTH,
  missing,
  hint,
  errorId,
  readOnly,
  onDone,
}: Props) {
  const helpId = useId()
  const [isShown, setShown] = useState(false)
  const entered = useRef<readonly string[]>([])
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const isWrong = missing > 0
  const boxes = () => emptyPin(length).map((empty, box) => entered.current[box] ?? empty)

  const focus = () => {
    const empty = boxes().indexOf('')
    inputs.current[empty < 0 ? length - 1 : empty]?.focus()
  }
  useImperativeHandle(ref, () => ({ read: () => boxes().join(''), focus }))

  const show = (after: readonly string[]) => {
    entered.current = after
    inputs.current.forEach((input, box) => {
      if (input) input.value = after[box] ?? ''
    })
  }

  const enter = (at: number, typed: string) => {
    const { after, next } = enterDigits(boxes(), at, typed)
    show(after)
    if (next === 'done') onDone()
    else inputs.current[next]?.focus()
  }

  const adopt = useEffectEvent(() => {
    const typed = inputs.current.map((input) => input?.value ?? '')
    if (typed.join('') === '') return
    const isWhole = typed.some((value) => value.length > 1)
    show(isWhole ? enterDigits(emptyPin(length), 0, typed.join('')).after : typed.map(digitsIn))
    if (!inputs.current.some((input) => input === document.activeElement)) return
    if (boxes().includes('')) focus()
    else onDone()
  })
  // Digits typed before React hydrated the prerendered page, when nothing moved the focus on: a whole PIN in one box.
  useEffect(() => adopt(), [])

  const onInput = ({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>, at: number) => {
    // InputEvent.data is what was typed. Autofill has no data: then the value of the input is used.
    const typed = (nativeEvent instanceof InputEvent && nativeEvent.data) || currentTarget.value
    if (digitsIn(typed)) enter(at, typed)
    else show(boxes().map((digit, box) => (box === at && currentTarget.value === '' ? '' : digit)))
  }

  const onPaste = (event: ClipboardEvent, at: number) => {
    event.preventDefault()
    if (readOnly) return
    enter(at, event.clipboardData.getData('text'))
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Backspace: boxes()[at] === '' ? -1 : 0 }[event.key] ?? 0
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    inputs.current[at + step]?.focus()
  }

  return (
    <fieldset className="pin">
      <legend className="label">{label}</legend>
      <div className={isShown ? 'pinBoxes pinShown' : 'pinBoxes'}>
        {emptyPin(length).map((_, box) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list that is never reordered
            key={box}
            ref={(input) => {
              inputs.current[box] = input
            }}
            className="input digit"
            type="text"
            inputMode="numeric"
            // Password managers must ignore it: they would save it as the user name.
            autoComplete="off"
            readOnly={readOnly}
            data-1p-ignore
            data-lpignore="true"
            aria-label={es.credentials.digit(box + 1, length)}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${errorId} ${helpId}` : undefined}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={(event) => onInput(event, box)}
            onPaste={(event) => onPaste(event, box)}
            onKeyDown={(event) => onKeyDown(event, box)}
          />
        ))}
      </div>
      {/* After the boxes: Tab comes to these first. */}
      <PlainButton
        look="eyeOfPin"
        aria-label={isShown ? es.credentials.hidePin : es.credentials.showPin}
        onClick={() => setShown(!isShown)}
      >
        <Icon path={isShown ? mdiEyeOff : mdiEye} />
      </PlainButton>
      <span
        id={helpId}
        className={isWrong ? 'fieldHelp fieldError keptLine' : 'fieldHelp keptLine'}
        role={hint === undefined ? undefined : 'status'}
      >
        {isWrong ? es.credentials.digitsMissing(missing) : hint}
      </span>
    </fieldset>
  )
}
