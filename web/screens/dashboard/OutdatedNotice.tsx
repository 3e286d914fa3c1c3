import { es } from '../../text/es.ts'
import { Notice } from '../../ui/Notice.tsx'

/** In place of a part that cannot be loaded. */
export function OutdatedNotice() {
  return (
    <Notice severity="warning" role="alert">
      {es.outdated.notice}
    </Notice>
  )
}
