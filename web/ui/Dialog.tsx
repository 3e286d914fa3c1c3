import { mdiArrowLeft, mdiClose } from '@mdi/js'
import { Box, DialogContent, IconButton, Dialog as MuiDialog, Stack, Typography, useMediaQuery } from '@mui/material'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { es } from '../text/es/es.ts'
import { Icon } from './Icon.tsx'
import { useBackCloses } from './useBackCloses.ts'

/** Between the parts of a dialog that signs: closer on a phone, so that what must be read is in view without scrolling. */
export const SIGNING_GAP = { xs: 1.75, sm: 2.5 }

type Props = {
  title: string
  /** Beside the title. */
  action?: ReactNode
  onClose: () => void
  /** One step back. The browser's Back does the same instead of closing. */
  onBack?: (() => void) | undefined
  children: ReactNode
}

/** A centred dialog; on a phone, a bottom sheet. */
export function Dialog({ title, action, onClose, onBack, children }: Props) {
  const titleId = useId()
  useBackCloses(true, onBack ?? onClose)
  const isPhone = useMediaQuery('(max-width: 599.95px)')
  return (
    <MuiDialog
      open
      fullWidth
      aria-labelledby={titleId}
      onClose={onClose}
      sx={isPhone ? { '& .MuiDialog-container': { alignItems: 'flex-end' } } : {}}
      slotProps={{
        paper: {
          elevation: 0,
          sx: {
            maxWidth: 444,
            border: 1,
            borderColor: 'divider',
            borderRadius: '20px',
            ...(isPhone && {
              m: 0,
              width: '100%',
              maxWidth: 'none',
              // Leaves room for a passing notice of two lines above it.
              maxHeight: 'calc(100% - 96px)',
              borderBottomLeftRadius: 0,
              borderBottomRightRadius: 0,
            }),
          },
        },
      }}
    >
      {/* Not MUI's DialogTitle: it labels the dialog, and would include the close button in the accessible name. */}
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'center',
          gap: 1,
          py: { xs: 1, sm: 2 },
          pl: 3,
          pr: 1.5,
        }}
      >
        {onBack && (
          <IconButton aria-label={es.back} onClick={onBack} sx={{ ml: -1.5 }}>
            <Icon path={mdiArrowLeft} />
          </IconButton>
        )}
        <Typography id={titleId} variant="h5" component="h2" sx={{ mr: 'auto', minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {action}
        <IconButton aria-label={es.close} onClick={onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </Box>
      {/* A focused field scrolls clear of the buttons, which stay in view, with the help below it. */}
      <DialogContent sx={{ pt: 0, scrollPaddingBottom: '208px' }}>{children}</DialogContent>
    </MuiDialog>
  )
}

/**
 * The buttons of a dialog and what is said of them, always in view: the primary one on top, the quiet way out below. While there
 * is more below the fold a line and a shadow cut it off, wherever the cut falls.
 */
export function DialogButtons({ children }: { children: ReactNode }) {
  const [end, isMore] = useIsBelow()
  return (
    <>
      {/* Where the content ends. Takes no room: the buttons stand where they would without it. */}
      <Box ref={end} aria-hidden="true" sx={{ '&&': { m: 0 }, height: 0 }} />
      <Stack
        data-more={isMore}
        sx={{
          gap: 1,
          position: 'sticky',
          bottom: '-20px',
          zIndex: 3,
          // Over the padding of the content, so that nothing shows through beside or below.
          '&&': { mx: -3, mb: '-20px' },
          px: 3,
          pt: 1.5,
          pb: '20px',
          bgcolor: 'background.paper',
          borderTop: 1,
          borderColor: isMore ? 'divider' : 'transparent',
          boxShadow: ({ palette }) => (isMore ? '0 -10px 16px rgb(0 0 0 / 0.35)' : `0 -12px 12px ${palette.background.paper}`),
        }}
      >
        {children}
      </Stack>
    </>
  )
}

/** Whether an element lies below what can be seen of the dialog: behind the buttons, or further down. */
function useIsBelow() {
  const end = useRef<HTMLDivElement>(null)
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    const mark = end.current
    const buttons = mark?.nextElementSibling
    if (!mark || !buttons) return
    // The buttons cover the lower end of what scrolls.
    const look = () => setBelow(mark.getBoundingClientRect().top > buttons.getBoundingClientRect().top + 1)
    look()
    const scrolled = mark.closest('.MuiDialogContent-root')
    scrolled?.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    for (const part of [scrolled, mark.parentElement, buttons]) if (part) sizes.observe(part)
    return () => {
      scrolled?.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [])
  return [end, isBelow] as const
}
