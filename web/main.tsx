import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { LINK_PARAMETER } from './loans/link.ts'
import { sharedLink } from './wallet/device/sharedLink.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Before the first redirect, which drops the query.
const link = new URLSearchParams(location.search).get(LINK_PARAMETER)
if (link !== null) sharedLink.keep(link)

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
