import { Suspense, useEffect, useEffectEvent } from 'react'
import { useBoard, useBoardStore } from '../../board/useBoard.ts'
import { es } from '../../text/es/es.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { ErrorBoundary } from '../../ui/notices/ErrorBoundary.tsx'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'

/** The chunk of what most visits do not need at once. */
export const loadDialogs = () => import('./Dialogs.tsx')

const Dialog = lazyPart(() => loadDialogs().then((file) => file.Dialog), OutdatedNotice)
export const PendingOperations = lazyPart(() => loadDialogs().then((file) => file.PendingOperations), OutdatedNotice)
export const SignedSection = lazyPart(() => loadDialogs().then((file) => file.SignedSection), OutdatedNotice)
export const News = lazyPart(
  () => loadDialogs().then((file) => file.News),
  () => null,
)

/** The dialogs that are open, the uppermost last. */
export function OpenDialogs() {
  const dialogs = useBoard((view) => view.dialogs)
  const { close } = useBoardStore()
  return (
    <Suspense>
      {dialogs.map(({ about, serial }) => (
        <ErrorBoundary key={serial} fallback={() => <BrokenDialog onClose={() => close(about)} />}>
          <Dialog about={about} onClose={() => close(about)} />
        </ErrorBoundary>
      ))}
    </Suspense>
  )
}

/** A dialog that cannot be drawn closes and says so: the page, and a phrase that is in memory only, stay. */
function BrokenDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotices()
  const leave = useEffectEvent(() => {
    notify(es.broken.section)
    onClose()
  })
  useEffect(() => leave(), [])
  return null
}
