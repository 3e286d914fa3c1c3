import { LinearProgress } from '@mui/material'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useBoard, useBoardStore } from '../../board/useBoard.ts'
import { es } from '../../text/es/es.ts'
import { esWallet } from '../../text/es/esWallet.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { ErrorBoundary } from '../../ui/notices/ErrorBoundary.tsx'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'

// Two chunks, neither of which the page waits for: News comes with every visit, the others when they are wanted.
const loadDialogs = () => import('./Dialogs.tsx')

const Dialog = lazyPart(() => loadDialogs().then((file) => file.Dialog), OutdatedNotice)
export const PendingOperations = lazyPart(() => loadDialogs().then((file) => file.PendingOperations), OutdatedNotice)
export const SignedSection = lazyPart(() => loadDialogs().then((file) => file.SignedSection), OutdatedNotice)
export const News = lazyPart(
  () => import('./news/News.tsx').then((file) => file.News),
  () => null,
)

/** Loads the dialogs when the pointer nears a button or one has the focus: most open a dialog. */
export function usePrefetchDialogs(): void {
  useEffect(() => {
    const listening = new AbortController()
    const prefetch = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('main button, header button')) return
      listening.abort()
      // Whoever opens one is told what is wrong.
      loadDialogs().catch(() => {})
    }
    for (const event of ['pointerover', 'focusin']) addEventListener(event, prefetch, { signal: listening.signal })
    return () => listening.abort()
  }, [])
}

/** The dialogs that are open, the uppermost last. */
export function OpenDialogs() {
  const dialogs = useBoard((view) => view.dialogs)
  const { close } = useBoardStore()
  return (
    <Suspense fallback={<LinearProgress aria-label={esWallet.dashboard.opening} sx={atTop} />}>
      {dialogs.map(({ about, serial }) => (
        <ErrorBoundary key={serial} fallback={() => <BrokenDialog onClose={() => close(about)} />}>
          <Dialog about={about} onClose={() => close(about)} />
        </ErrorBoundary>
      ))}
    </Suspense>
  )
}

const atTop = { position: 'fixed', top: 0, left: 0, right: 0, zIndex: 'modal' } as const

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
