import { es } from '../../text/es/es.ts'
import { Notice } from './Notice.tsx'

/** Stays on screen until the document after the lock is there. */
export function LockedScreen() {
  return (
    <main className="cardScreen">
      <Late mayReload />
    </main>
  )
}

/** Says that the page takes long, after ten seconds, by its stylesheet: it stands where scripts are still to come. */
export function Late({ mayReload }: { mayReload: boolean }) {
  return (
    <div className="late">
      <Notice severity="info" role="status">
        {es.late.page} {mayReload && es.late.reload}
      </Notice>
    </div>
  )
}
