import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './App.tsx'
import { linkIn } from './loans/link.ts'
import { startOffline } from './offline/startOffline.ts'
import { BASE, isRoute, pathOf, routeIn } from './routes.ts'
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
    <Router base={BASE.slice(0, -1)}>
      <App />
    </Router>
  </StrictMode>
)
// A page that is not empty is the prerendered /login, which a host gives to every path that leads there.
const route = routeIn(location.pathname)
const isLogin = route === '/login' || !isRoute(route)
if (root.hasChildNodes() && isLogin) {
  if (route !== '/login') history.replaceState(null, '', pathOf('/login'))
  hydrateRoot(root, app)
} else {
  root.replaceChildren()
  createRoot(root).render(app)
}
keepFocus()
startOffline()
