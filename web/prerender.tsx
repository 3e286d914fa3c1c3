import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './App.tsx'
import { es } from './text/es/es.ts'
import { Late } from './ui/notices/Late.tsx'

/** HTML that pages show before any script has run: /login, which main.tsx takes over, with its title; and the others. Run at build time, in Node. */
export function prerender(): { login: string; title: string; others: string } {
  const login = renderToString(
    <StrictMode>
      <Router ssrPath="/login">
        <App />
      </Router>
    </StrictMode>,
  )
  const others = renderToString(
    <main className="cardScreen">
      <Late mayReload />
    </main>,
  )
  return { login, title: `${es.login.title} · ${es.product}`, others }
}
