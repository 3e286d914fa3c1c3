// Fails a test on unexpected errors and warnings in the browser's console.
import type { BrowserContext, Fixtures, PlaywrightTestArgs } from '@playwright/test'

/** Playwright's own words where a test has no service worker. */
const BLOCKED = 'Service Worker registration blocked by Playwright'

/**
 * Records console errors and warnings, uncaught exceptions and violations of the content security policy. The returned
 * function throws if there were any that `expected` does not match.
 */
export async function watchConsole(context: BrowserContext, expected: RegExp): Promise<() => void> {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.text() === BLOCKED) return
    // Chromium asks for it beside files that are no page; our pages name their icon.
    if (message.location().url.endsWith('/favicon.ico')) return
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  return () => {
    const unexpected = errors.filter((error) => !expected.test(error))
    if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`)
  }
}

export type ConsoleFixtures = {
  /** Console messages that a test provokes on purpose. Any other error or warning fails it. */
  expectedErrors: RegExp
  quietConsole: undefined
}

/** Spread these last: the console is checked before the fixtures above them are torn down, which can cause errors. */
export const consoleFixtures: Fixtures<ConsoleFixtures, object, PlaywrightTestArgs> = {
  expectedErrors: [/^$/, { option: true }],
  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const expectQuiet = await watchConsole(context, expectedErrors)
      await use(undefined)
      expectQuiet()
    },
    { auto: true },
  ],
}
