import { es } from '../../text/es/es.ts'
import { Notice } from '../../ui/notices/Notice.tsx'

/** In place of a part that cannot be loaded. */
export function OutdatedNotice() {
  return (
    <Notice severity="warning" role="alert">
      {es.outdated.notice}
    </Notice>
  )
}
