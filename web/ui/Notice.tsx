import { mdiAlertCircle, mdiAlertOutline, mdiCheckCircle, mdiClockOutline, mdiInformation } from '@mdi/js'
import { Box } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { color } from '../theme.ts'
import { Icon } from './Icon.tsx'

const LOOKS = {
  success: { icon: mdiCheckCircle, ink: color.success, ground: color.successTint },
  info: { icon: mdiInformation, ink: color.secondary, ground: color.secondaryTint },
  /** On its way: nothing is wrong. */
  waiting: { icon: mdiClockOutline, ink: color.warning, ground: color.warningTint },
  warning: { icon: mdiAlertOutline, ink: color.warning, ground: color.warningTint },
  error: { icon: mdiAlertCircle, ink: color.error, ground: color.errorTint },
}

type Props = {
  severity: keyof typeof LOOKS
  /** For screen readers: `alert` interrupts, `status` is announced at the next pause, `note` is not announced. */
  role: 'alert' | 'status' | 'note'
  /** For the aria-describedby of the field that it is about. */
  id?: string
  /** Where it stands it is always in view. */
  isInView?: boolean
  children: ReactNode
  action?: ReactNode
}

/** A banner inside the page: one or two sentences, coloured by severity. */
export function Notice({ severity, role, id, isInView = false, children, action }: Props) {
  const box = useRef<HTMLElement>(null)
  // On a phone the submit button may be far below: scroll the alert into view.
  useEffect(() => {
    if (role === 'alert' && !isInView) box.current?.scrollIntoView({ block: 'nearest' })
  }, [role, isInView])
  const { icon, ink, ground } = LOOKS[severity]
  return (
    <Box
      ref={box}
      id={id}
      role={role}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        ...(action ? { alignItems: { sm: 'center' } } : {}),
        gap: 1.5,
        px: 1.75,
        py: 1.5,
        borderRadius: 1,
        bgcolor: ground,
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ display: 'flex', color: ink }}>
        <Icon path={icon} />
      </Box>
      <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      {action}
    </Box>
  )
}
