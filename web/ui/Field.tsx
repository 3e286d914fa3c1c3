import { Box, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { es } from '../text/es.ts'

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

type Props = {
  label: string
  isOptional?: boolean
  help?: string | undefined
  error?: string | undefined
  /** A few letters at the right, beside help or error: how much room is left. */
  aside?: string | undefined
  /** Draws the control with the attributes that tie it to its label and its help. */
  children: (wiring: Wiring) => ReactNode
}

/** A label above, a control, and below it what helps or what is wrong. */
export function Field({ label, isOptional = false, help, error, aside, children }: Props) {
  const id = useId()
  const text = error ?? help
  return (
    <Stack spacing={0.75}>
      <Typography component="label" htmlFor={id} sx={{ fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: 500 }}>
        {label}
        {isOptional && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
            {` ${es.optional}`}
          </Box>
        )}
      </Typography>
      {children({ id, 'aria-describedby': text ? `${id}-help` : undefined, 'aria-invalid': error !== undefined })}
      {text && (
        <Typography
          id={`${id}-help`}
          variant="caption"
          role={error ? 'alert' : undefined}
          color={error ? 'error' : 'textSecondary'}
          sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, overflowWrap: 'anywhere' }}
        >
          <span>{text}</span>
          {aside && (
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {aside}
            </Box>
          )}
        </Typography>
      )}
    </Stack>
  )
}
