import { Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

type Props = {
  label: string
  help?: string | undefined
  error?: string | undefined
  /** Draws the control with the attributes that tie it to its label and its help. */
  children: (wiring: Wiring) => ReactNode
}

/** A label above, a control, and below it what helps or what is wrong. */
export function Field({ label, help, error, children }: Props) {
  const id = useId()
  const text = error ?? help
  return (
    <Stack spacing={0.75}>
      <Typography component="label" htmlFor={id} sx={{ fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: 500 }}>
        {label}
      </Typography>
      {children({ id, 'aria-describedby': text ? `${id}-help` : undefined, 'aria-invalid': error !== undefined })}
      {text && (
        <Typography
          id={`${id}-help`}
          variant="caption"
          role={error ? 'alert' : undefined}
          color={error ? 'error' : 'textSecondary'}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {text}
        </Typography>
      )}
    </Stack>
  )
}
