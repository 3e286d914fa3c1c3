import { mdiArrowLeft } from '@mdi/js'
import { Box, DialogContent, IconButton, Dialog as MuiDialog, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { es } from '../../text/es/es.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useBackCloses } from '../../ui/useBackCloses.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A section of the dashboard as a whole, over the page. The browser's Back closes it. */
export function WholeView({ title, onClose, children }: Props) {
  const titleId = useId()
  useBackCloses(true, onClose)
  return (
    <MuiDialog
      open
      fullScreen
      aria-labelledby={titleId}
      onClose={onClose}
      slotProps={{ paper: { elevation: 0, sx: { bgcolor: 'background.default' } } }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 64, px: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <IconButton aria-label={es.back} onClick={onClose}>
          <Icon path={mdiArrowLeft} />
        </IconButton>
        <Typography id={titleId} variant="h5" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
      </Box>
      <DialogContent sx={{ p: 2, pb: 'calc(16px + var(--strip, 0px))' }}>{children}</DialogContent>
    </MuiDialog>
  )
}
