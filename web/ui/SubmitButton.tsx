import { Button, CircularProgress } from '@mui/material'
import { color } from '../theme.ts'

type Props = {
  label: string
  busyLabel: string
  isBusy: boolean
  disabled?: boolean
  color?: 'primary' | 'error'
  variant?: 'contained' | 'outlined'
}

/** Stays enabled while busy, because a disabled button loses the focus: the form must ignore a second submit. */
export function SubmitButton({
  label,
  busyLabel,
  isBusy,
  disabled = false,
  color: ground = 'primary',
  variant = 'contained',
}: Props) {
  return (
    <Button
      type="submit"
      variant={variant}
      color={ground}
      disabled={disabled}
      aria-busy={isBusy}
      startIcon={isBusy && <CircularProgress size={18} color="inherit" aria-hidden="true" />}
      sx={isBusy ? { '&, &:hover': { bgcolor: color.primaryTint, color: color.text, cursor: 'progress' } } : {}}
    >
      {isBusy ? busyLabel : label}
    </Button>
  )
}
