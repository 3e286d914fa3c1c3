import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { LINK_PARAMETER } from './loans/link.ts'
import { startOffline } from './offline/startOffline.ts'
import { isRoute } from './routes.ts'
import { sharedLink } from './wallet/device/sharedLink.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Before the first redirect, which drops the query.
const link = new URLSearchParams(location.search).get(LINK_PARAMETER)
if (link !== null) sharedLink.keep(link)

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
startOffline()
