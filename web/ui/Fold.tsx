import { mdiChevronDown, mdiChevronUp } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'

type Props = {
  label: string
  /** Summary of the content, in a few words. */
  hint?: string
  /** Pictures beside the label. */
  aside?: ReactNode
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A part of a section that is one press away. */
export function Fold({ label, hint, aside, isOpen, onToggle, children }: Props) {
  const hintId = useId()
  return (
    <Stack spacing={1.5}>
      <Button
        variant="outlined"
        aria-label={label}
        aria-describedby={hint && hintId}
        aria-expanded={isOpen}
        onClick={onToggle}
        endIcon={<Icon path={isOpen ? mdiChevronUp : mdiChevronDown} />}
        sx={{ justifyContent: 'space-between', textAlign: 'left', borderColor: 'divider' }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {label}
          {hint && (
            <Typography id={hintId} variant="caption" color="textSecondary" sx={{ display: 'block' }}>
              {hint}
            </Typography>
          )}
        </Box>
        {aside}
      </Button>
      {isOpen && children}
    </Stack>
  )
}
