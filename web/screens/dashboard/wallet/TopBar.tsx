import { mdiDotsVertical, mdiLock } from '@mdi/js'
import { Box, Button, IconButton, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useBoardStore } from '../../../board/useBoard.ts'
import { useSession, useWallet } from '../../../session/session.tsx'
import { esWallet } from '../../../text/es/esWallet.ts'
import { PAGE_WIDTH } from '../../../theme.ts'
import { Brand } from '../../../ui/Brand.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useBackCloses } from '../../../ui/useBackCloses.ts'
import { Navigation } from '../Navigation.tsx'

type Dialog = 'contacts' | 'settings'

export function TopBar() {
  const { ask } = useBoardStore()
  const { lock } = useSession()
  const { dataKey } = useWallet()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  useBackCloses(anchor !== null, () => setAnchor(null))

  const open = (dialog: Dialog) => {
    setAnchor(null)
    ask({ kind: dialog })
  }

  return (
    <Box
      component="header"
      sx={{
        bgcolor: 'background.default',
        borderBottom: 1,
        borderColor: 'divider',
        position: { lg: 'sticky' },
        top: 0,
        zIndex: 'appBar',
      }}
    >
      <Box
        sx={{
          maxWidth: PAGE_WIDTH,
          mx: 'auto',
          boxSizing: 'border-box',
          minHeight: 64,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'flex-end',
          columnGap: { xs: 1, lg: 3 },
          pl: { xs: 2, sm: 3, lg: 4 },
          pr: { xs: 1, sm: 2, lg: 3 },
        }}
      >
        <Brand />
        <Box sx={{ flex: 1 }}>
          <Navigation />
        </Box>
        <Button
          color="inherit"
          sx={{ color: 'text.secondary' }}
          startIcon={<Icon path={mdiLock} />}
          onClick={() => (dataKey ? lock() : ask({ kind: 'close' }))}
        >
          {esWallet.dashboard.lock}
        </Button>
        <IconButton
          aria-label={esWallet.dashboard.menu}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={mdiDotsVertical} />
        </IconButton>
        <Menu disablePortal anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
          <MenuItem onClick={() => open('contacts')}>{esWallet.dashboard.contacts}</MenuItem>
          <MenuItem onClick={() => open('settings')}>{esWallet.dashboard.settings}</MenuItem>
        </Menu>
      </Box>
    </Box>
  )
}
