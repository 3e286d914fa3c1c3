// Mounts screens of the app, without the steps that lead to them.
import { type ReactNode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { mnemonicToAccount } from 'viem/accounts'
import { App } from '../App.tsx'
import '../base.css'
import { DashboardScreen } from '../screens/dashboard/DashboardScreen.tsx'
import { SessionProvider, useSession } from '../session/session.tsx'
import { keepFocus } from '../ui/focus/keepFocus.ts'
import { LockedScreen } from '../ui/notices/Late.tsx'
import { NoticesProvider } from '../ui/notices/Notices.tsx'
import { Themed } from '../ui/Themed.tsx'
import { button } from './screen.ts'

// index.html preloads it; one that comes after the first paint is not used.
await document.fonts.load('16px Roboto')

// As main.tsx does.
keepFocus()

let mounted: { root: Root; container: HTMLElement } | undefined

function mount(content: ReactNode) {
  unmount()
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  const root = createRoot(container)
  root.render(content)
  mounted = { root, container }
}

/** Ends what is mounted, as leaving the page does; what is stored stays. */
export function unmount() {
  mounted?.root.unmount()
  mounted?.container.remove()
  mounted = undefined
}

/** Forgets what a test stored: the next one runs in a browser that was never here. */
export async function forgetVisit() {
  await leaveDialogs()
  departures.length = 0
  localStorage.clear()
  sessionStorage.clear()
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
}

/** Unmounts, and waits until an open dialog has gone back over its history entry. */
async function leaveDialogs() {
  const isLeft = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  const isOpen = Number(history.state?.overlays ?? 0) > 0 && mounted !== undefined
  unmount()
  if (isOpen) await isLeft
}

/** The whole app at this path. */
export function openApp(path: string) {
  history.replaceState(null, '', path)
  mount(<App />)
}

/** Ends the app and starts it where it is, as a reload does, and returns whether the browser would have asked first. */
export function reload(): boolean {
  const isAsked = asksBeforeLeaving()
  mount(<App />)
  return isAsked
}

/** Whether the browser would ask if the page were left now. */
export function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** For each new document that the app loaded, whether the browser would have asked first. */
export const departures: boolean[] = []

// A new document, which the app loads to lock, would end the test: instead the app starts anew at that address.
window.navigation.addEventListener('navigate', (event) => {
  if (!event.canIntercept || event.destination.sameDocument || event.downloadRequest !== null) return
  departures.push(asksBeforeLeaving())
  event.intercept({
    handler: async () => mount(<App />),
  })
})

type Options = {
  /** With its question mark. */
  query?: string
  /** A wallet that is kept on the device, so that contacts and what is under way are stored too. */
  isKept?: boolean
}

/** The dashboard of an open wallet. */
export async function openDashboard(phrase: string, { query = '', isKept = false }: Options = {}) {
  history.replaceState(null, '', `/dashboard${query}`)
  const dataKey = isKept ? await dataKeyFor(phrase) : undefined
  mount(
    <SessionProvider locked={<LockedScreen />}>
      <NoticesProvider>
        <Open phrase={phrase} dataKey={dataKey}>
          <Themed>
            <DashboardScreen />
          </Themed>
        </Open>
      </NoticesProvider>
    </SessionProvider>,
  )
  await button('Bloquear').findElement()
}

/** Opens the session's wallet, as /login or /seed/confirm do. */
function Open({ phrase, dataKey, children }: { phrase: string; dataKey: CryptoKey | undefined; children: ReactNode }) {
  const { wallet, open } = useSession()
  const isOpen = wallet !== undefined
  useEffect(() => {
    if (!isOpen) open({ phrase, address: mnemonicToAccount(phrase).address, dataKey })
  }, [isOpen, open, phrase, dataKey])
  return isOpen ? children : null
}

/** The same key for the same phrase, so that a second visit can read what the first one stored. */
async function dataKeyFor(phrase: string): Promise<CryptoKey> {
  const raw = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(phrase))
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', true, ['encrypt', 'decrypt'])
}
