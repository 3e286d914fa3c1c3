// Mounts screens of the app, without the steps that lead to them.
import { type ReactNode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { mnemonicToAccount } from 'viem/accounts'
import { App } from '../App.tsx'
import '../base.css'
import { DashboardScreen } from '../screens/dashboard/DashboardScreen.tsx'
import { SessionProvider, useSession } from '../session/session.tsx'
import { NoticesProvider } from '../ui/notices/Notices.tsx'
import { Themed } from '../ui/Themed.tsx'
import { button } from './screen.ts'

let mounted: { root: Root; container: HTMLElement } | undefined

export function mount(content: ReactNode) {
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
  unmount()
  localStorage.clear()
  sessionStorage.clear()
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
}

/** The whole app at this path. */
export function openApp(path: string) {
  history.replaceState(null, '', path)
  mount(<App />)
}

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
    <NoticesProvider>
      <SessionProvider>
        <Open phrase={phrase} dataKey={dataKey}>
          <Themed>
            <DashboardScreen />
          </Themed>
        </Open>
      </SessionProvider>
    </NoticesProvider>,
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
