import { mdiClose } from '@mdi/js'
import { Button, IconButton, Snackbar, SnackbarContent } from '@mui/material'
import { useState } from 'react'
import { es } from '../../text/es/es.ts'
import { color } from '../../theme.ts'
import { Icon } from '../Icon.tsx'
import { Themed } from '../Themed.tsx'
import { Unbroken } from '../Unbroken.tsx'

const SHOWN_MS = 6_000
/** Long enough to reach its button with the keyboard. */
const SHOWN_WITH_ACTION_MS = 20_000

const PHONE = '@media (max-width: 599.95px)'

/** Button of a notice. Pressing it also closes the notice. */
export type NoticeAction = { label: string; run: () => void }

export type Passing = { text: string; action?: NoticeAction | undefined }

/** A toast. Snackbar pauses the timer while the toast is hovered or focused. */
export function PassingNotice({ text, action }: Passing) {
  const [isOpen, setOpen] = useState(true)
  const act = () => {
    setOpen(false)
    action?.run()
  }
  return (
    <Themed>
      <Snackbar
        open={isOpen}
        autoHideDuration={action ? SHOWN_WITH_ACTION_MS : SHOWN_MS}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
        sx={{
          // Above the strip of what is under way, where the screen has one.
          bottom: { sm: 'calc(8px + var(--bottom-bar, 0px) + var(--strip, 0px))', lg: 'calc(24px + var(--strip, 0px))' },
          [PHONE]: {
            // At the top: what one presses is at the bottom, in the page, in a sheet and in the bar.
            top: 8,
            bottom: 'auto',
            '& .MuiSnackbarContent-root': { py: 0, flexWrap: 'wrap' },
            // The button stays beside it unless an amount leaves no room, as a large one in large letters; long names break.
            '& .MuiSnackbarContent-message': { py: '2px', flex: '1 1 0', minWidth: 'min-content', overflowWrap: 'anywhere' },
            // No higher than the room above a sheet, three lines: a longer text is scrolled.
            'body:has(.MuiDialog-paper:not(.MuiDialog-paperFullScreen)) & .MuiSnackbarContent-message': {
              maxHeight: '4rem',
              minWidth: 0,
              overflowY: 'auto',
            },
            // A full-screen dialog has its buttons at the top.
            'body:has(.MuiDialog-paperFullScreen) &': { top: 'auto', bottom: 8 },
          },
        }}
      >
        <SnackbarContent
          role="alert"
          message={<Unbroken text={text} />}
          elevation={0}
          action={
            <>
              {action && (
                <Button sx={{ whiteSpace: 'nowrap' }} onClick={act}>
                  {action.label}
                </Button>
              )}
              <IconButton aria-label={es.close} color="inherit" onClick={() => setOpen(false)}>
                <Icon path={mdiClose} />
              </IconButton>
            </>
          }
          sx={{
            bgcolor: color.raised,
            color: color.text,
            border: `1px solid ${color.field}`,
            boxShadow: '0 8px 24px rgb(0 0 0 / .4)',
            flexWrap: action ? 'wrap' : 'nowrap',
            // Beside a centred dialog.
            maxWidth: { lg: 368 },
          }}
        />
      </Snackbar>
    </Themed>
  )
}
