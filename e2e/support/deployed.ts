// Builds on a host of static files, with the service worker that other specs do without.
import type { Page } from '@playwright/test'
import { test as base } from './fixtures.ts'
import { type Host, startHost } from './host.ts'

export const test = base.extend<{ host: Host }>({
  serviceWorkers: 'allow',
  host: async ({ site }, use) => {
    const host = await startHost(site.outDir)
    await use(host)
    await host.stop()
  },
  baseURL: ({ host }, use) => use(host.url),
})

/** Everything is on the device: the worker keeps all files, or it would not be in control. */
export async function keptOffline(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
