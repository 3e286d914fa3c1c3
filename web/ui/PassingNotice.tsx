import { mdiClose } from '@mdi/js'
import { IconButton, Snackbar, SnackbarContent } from '@mui/material'
import { useState } from 'react'
import { es } from '../text/es.ts'
import { color } from '../theme.ts'
import { Icon } from './Icon.tsx'

const SHOWN_MS = 6_000

/** A toast. Snackbar pauses the timer while the toast is hovered or focused. */
export function PassingNotice({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Snackbar
      open={isOpen}
      autoHideDuration={SHOWN_MS}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
    >
      <SnackbarContent
        role="alert"
        message={text}
        elevation={0}
        action={
          <IconButton aria-label={es.close} color="inherit" onClick={() => setOpen(false)}>
            <Icon path={mdiClose} />
          </IconButton>
        }
        sx={{
          bgcolor: color.raised,
          color: color.text,
          border: `1px solid ${color.field}`,
          boxShadow: '0 8px 24px rgb(0 0 0 / .4)',
          flexWrap: 'nowrap',
        }}
      />
    </Snackbar>
  )
}
