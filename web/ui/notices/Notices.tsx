import { createContext, type ReactNode, Suspense, use, useState } from 'react'
import { lazyPart } from '../lazyPart.ts'
import { Notice } from './Notice.tsx'

// Lazy-loaded with the first notice, to keep MUI's Snackbar out of the bundle of /login.
const PassingNotice = lazyPart(() => import('./PassingNotice.tsx').then((file) => file.PassingNotice), LastingNotice)

function LastingNotice({ text }: Shown) {
  return (
    <Notice severity="info" role="alert">
      {text}
    </Notice>
  )
}

/** What one can do about it. Pressing it also closes the notice. */
export type NoticeAction = { label: string; run: () => void }

type Shown = { text: string; action?: NoticeAction | undefined }

/** `undefined` shows nothing. */
type Show = (text: string | undefined, action?: NoticeAction) => void

const NoticesContext = createContext<Show | undefined>(undefined)

/** Toasts: short notices at the edge of the page that hide after some seconds. A new one replaces the last. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Shown & { count: number }>({ text: '', count: 0 })
  const [show] = useState<Show>(
    () => (text: string | undefined, action?: NoticeAction) =>
      text && setNotice(({ count }) => ({ text, action, count: count + 1 })),
  )
  return (
    <NoticesContext value={show}>
      {children}
      <Suspense>{notice.count > 0 && <PassingNotice key={notice.count} text={notice.text} action={notice.action} />}</Suspense>
    </NoticesContext>
  )
}

export function useNotices(): Show {
  const show = use(NoticesContext)
  if (!show) throw new Error('useNotices outside of NoticesProvider')
  return show
}
