import { mdiAlertCircle, mdiAlertOutline, mdiCheckCircle, mdiClockOutline, mdiInformation } from '@mdi/js'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../Icon.tsx'

const ICONS = {
  success: mdiCheckCircle,
  info: mdiInformation,
  /** On its way: nothing is wrong. */
  waiting: mdiClockOutline,
  warning: mdiAlertOutline,
  error: mdiAlertCircle,
}

type Props = {
  severity: keyof typeof ICONS
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
  const box = useRef<HTMLDivElement>(null)
  // On a phone the submit button may be far below: scroll the alert into view.
  useEffect(() => {
    if (role === 'alert' && !isInView) box.current?.scrollIntoView({ block: 'nearest' })
  }, [role, isInView])
  return (
    <div ref={box} id={id} role={role} className={`notice notice-${severity}${action ? ' noticeWithAction' : ''}`}>
      <span className="noticeIcon">
        <Icon path={ICONS[severity]} />
      </span>
      <div className="noticeText">{children}</div>
      {action}
    </div>
  )
}
