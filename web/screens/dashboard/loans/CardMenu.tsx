import { mdiCalendarClock, mdiCashCheck, mdiDotsVertical, mdiFileDocumentOutline, mdiHeartOutline } from '@mdi/js'
import { IconButton, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { useId, useState } from 'react'
import { esLoans } from '../../../text/es/esLoans.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useBackCloses } from '../../../ui/useBackCloses.ts'

const words = esLoans.loan
const ICONS = {
  recordPayment: mdiCashCheck,
  extend: mdiCalendarClock,
  forgive: mdiHeartOutline,
  contract: mdiFileDocumentOutline,
}

export type MenuAction = keyof typeof ICONS

type Props = { amount: string; actions: readonly MenuAction[]; onAction: (action: MenuAction) => void }

/** Menu of what else can be done on a loan, behind three dots. */
export function CardMenu({ amount, actions, onAction }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  useBackCloses(anchor !== null, () => setAnchor(null))

  const choose = (action: MenuAction) => {
    setAnchor(null)
    onAction(action)
  }
  return (
    <>
      <IconButton
        aria-label={words.menu(amount)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ mt: -0.25, ml: 'auto', mr: -1 }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      {/* In its place of the document, so that the focus has a section to return to. */}
      <Menu disablePortal anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map((action) => (
          <MenuItem
            key={action}
            aria-label={words[action]}
            aria-describedby={`${id}-${action}`}
            sx={{ whiteSpace: 'normal', color: action === 'forgive' ? color.error : undefined }}
            onClick={() => choose(action)}
          >
            <ListItemIcon sx={{ color: 'inherit' }}>
              <Icon path={ICONS[action]} />
            </ListItemIcon>
            <ListItemText
              primary={words[action]}
              secondary={words.hints[action]}
              slotProps={{ secondary: { id: `${id}-${action}`, variant: 'caption' } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
