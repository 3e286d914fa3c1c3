import { mdiDotsVertical, mdiLock } from '@mdi/js'
import { Box, Button, IconButton, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useSession, useWallet } from '../../../state/session/session.tsx'
import { es } from '../../../text/es.ts'
import { Brand } from '../../../ui/Brand.tsx'
import { Icon } from '../../../ui/Icon.tsx'

export type TopBarDialog = 'showPhrase' | 'forget'

type Props = { onOpen: (dialog: TopBarDialog) => void }

export function TopBar({ onOpen }: Props) {
  const { lock } = useSession()
  const { dataKey } = useWallet()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  const open = (dialog: TopBarDialog) => {
    setAnchor(null)
    onOpen(dialog)
  }

  return (
    <Box component="header" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box
        sx={{
          maxWidth: 1264,
          mx: 'auto',
          boxSizing: 'border-box',
          minHeight: 64,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: { xs: 2, sm: 3, lg: 4 },
          pr: { xs: 1, sm: 2, lg: 3 },
        }}
      >
        <Brand />
        <Box sx={{ flex: 1 }} />
        <Button color="inherit" sx={{ color: 'text.secondary' }} startIcon={<Icon path={mdiLock} />} onClick={lock}>
          {es.dashboard.lock}
        </Button>
        <IconButton
          aria-label={es.dashboard.menu}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={mdiDotsVertical} />
        </IconButton>
        <Menu disablePortal anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
          <MenuItem onClick={() => open('showPhrase')}>{es.showPhrase.open}</MenuItem>
          {dataKey && <MenuItem onClick={() => open('forget')}>{es.forget.open}</MenuItem>}
        </Menu>
      </Box>
    </Box>
  )
}
