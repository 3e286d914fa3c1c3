import { Box, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { es } from '../text/es.ts'
import { Unbroken } from './Unbroken.tsx'

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

type Props = {
  label: string
  isOptional?: boolean
  help?: string | undefined
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
          <Box component="span" sx={{ flex: 1, minWidth: 0, containerType: 'inline-size' }}>
            <Unbroken text={text} />
          </Box>
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
