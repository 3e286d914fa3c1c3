import { type ReactNode, useId } from 'react'
import { es } from '../../text/es/es.ts'
import { Unbroken } from '../Unbroken.tsx'

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

type Props = {
  label: string
  isOptional?: boolean
  help?: ReactNode
  error?: string | undefined
  /** Short text to the right of help or error, such as a character count. */
  aside?: string | undefined
  /** Render prop: gets the attributes that link the control to its label and its help text. */
  children: (wiring: Wiring) => ReactNode
}

/** A form control with its label, and help or error text below. */
export function Field({ label, isOptional = false, help, error, aside, children }: Props) {
  const id = useId()
  const text = error ?? help
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
        {isOptional && <span className="labelAside">{` ${es.optional}`}</span>}
      </label>
      {children({ id, 'aria-describedby': text ? `${id}-help` : undefined, 'aria-invalid': error !== undefined })}
      {text && (
        <span id={`${id}-help`} className={error ? 'fieldHelp fieldError' : 'fieldHelp'} role={error ? 'alert' : undefined}>
          <span className="fieldHelpText">{typeof text === 'string' ? <Unbroken text={text} /> : text}</span>
          {aside && <span className="fieldHelpAside">{aside}</span>}
        </span>
      )}
    </div>
  )
}
