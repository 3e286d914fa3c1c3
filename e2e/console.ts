// What the pages of a browser complain about.
import type { BrowserContext } from '@playwright/test'

/**
 * Listens for errors and warnings in the console, exceptions, and violations of the content security policy. What it gives
 * back throws if there were any but the expected ones.
 */
export async function watchConsole(context: BrowserContext, expected: RegExp): Promise<() => void> {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  return () => {
    const surprising = errors.filter((error) => !expected.test(error))
    if (surprising.length > 0) throw new Error(`The page complained:\n${surprising.join('\n')}`)
  }
}
