import { Unbroken } from '../Unbroken.tsx'
import { PlainButton } from './PlainButton.tsx'

type Props = {
  label: string
  busyLabel: string
  isBusy: boolean
  /** The label changed under the focus: screen readers announce it. */
  isChanged?: boolean
  disabled?: boolean
  /** Nobody hears it yet: disabled, but drawn as it will be. */
  isEarly?: boolean
  color?: 'primary' | 'error'
  /** Another button is the main one. */
  isSecond?: boolean
}

/** Stays enabled while busy, because a disabled button loses the focus: the form must ignore a second submit. */
export function SubmitButton({
  label,
  busyLabel,
  isBusy,
  isChanged = false,
  disabled = false,
  isEarly = false,
  color = 'primary',
  isSecond = false,
}: Props) {
  const look = color === 'error' ? 'error' : 'contained'
  return (
    <PlainButton
      type="submit"
      look={isEarly ? 'early' : isSecond ? 'outlined' : look}
      disabled={disabled || isEarly}
      aria-busy={isBusy}
    >
      {isBusy && <Spinner />}
      {/* One flex item: the parts of the label would be set apart. */}
      <span aria-live={isChanged ? 'polite' : undefined}>
        <Unbroken text={isBusy ? busyLabel : label} />
      </span>
    </PlainButton>
  )
}

function Spinner() {
  return (
    <svg className="spinner" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="12" cy="12" r="10" strokeWidth="2.2" strokeDasharray="42 21" />
    </svg>
  )
}
