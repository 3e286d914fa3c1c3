import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './App.tsx'
import { es } from './text/es/es.ts'

/** /login as HTML, which main.tsx takes over, and its title. Run at build time, in Node. */
export function prerenderLogin(): { html: string; title: string } {
  const html = renderToString(
    <StrictMode>
      <Router ssrPath="/login">
        <App />
      </Router>
    </StrictMode>,
  )
  return { html, title: `${es.login.title} · ${es.product}` }
}
