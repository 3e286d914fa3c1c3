import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { linkIn } from './loans/link.ts'
import { startOffline } from './offline/startOffline.ts'
import { isRoute } from './routes.ts'
import { keepFocus } from './ui/focus/keepFocus.ts'
import { sharedLink } from './wallet/device/sharedLink.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Keeps the link by which somebody came. What was signed leaves the address bar, which others may see or copy. */
function takeLink() {
  const link = linkIn(location)
  if (link === undefined) return
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  sharedLink.keep(link)
}

// Before the first redirect, which drops query and fragment. Later: pasted over the address of the open page.
takeLink()
addEventListener('hashchange', takeLink)

const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
// A page that is not empty is the prerendered /login, which a host gives to every path that leads there.
const isLogin = location.pathname === '/login' || !isRoute(location.pathname)
if (root.hasChildNodes() && isLogin) {
  if (location.pathname !== '/login') history.replaceState(null, '', '/login')
  hydrateRoot(root, app)
} else {
  root.replaceChildren()
  createRoot(root).render(app)
}
keepFocus()
startOffline()
