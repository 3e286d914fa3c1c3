import { createContext, type ReactNode, Suspense, use, useState } from 'react'
import { lazyPart } from '../lazyPart.ts'
import { Notice } from './Notice.tsx'
import type { NoticeAction, Passing } from './PassingNotice.tsx'

// Lazy-loaded with the first notice, to keep MUI's Snackbar out of the bundle of /login.
const PassingNotice = lazyPart(() => import('./PassingNotice.tsx').then((file) => file.PassingNotice), LastingNotice)

function LastingNotice({ text }: Passing) {
  return (
    <Notice severity="info" role="alert">
      {text}
    </Notice>
  )
}

/** `undefined` shows nothing. */
type Show = (text: string | undefined, action?: NoticeAction) => void

const NoticesContext = createContext<Show | undefined>(undefined)

/** Toasts: short notices at the edge of the page that hide after some seconds. A new one replaces the last. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [{ count, ...passing }, setNotice] = useState<Passing & { count: number }>({ text: '', count: 0 })
  const [show] = useState<Show>(
    (): Show => (text, action) => text && setNotice(({ count }) => ({ text, action, count: count + 1 })),
  )
  return (
    <NoticesContext value={show}>
      {children}
      <Suspense>{count > 0 && <PassingNotice key={count} {...passing} />}</Suspense>
    </NoticesContext>
  )
}

export function useNotices(): Show {
  const show = use(NoticesContext)
  if (!show) throw new Error('useNotices outside of NoticesProvider')
  return show
}
