// The vault in a real browser without the app's screens: real storage, a real worker, and the app's content security policy.
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { serveLab } from '../scripts/lab.ts'
import { type ConsoleFixtures, consoleFixtures } from './console.ts'
import { storeAnasVault } from './device.ts'
import { ana } from './steps.ts'

const wrong = { ...ana, pin: '271829' }

const test = base.extend<ConsoleFixtures, { labUrl: string }>({
  labUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off this pattern
    async ({}, use) => {
      const lab = await serveLab(fileURLToPath(new URL('lab/', import.meta.url)))
      await use(lab.url)
      await lab.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ labUrl }, use) => use(labUrl),
  ...consoleFixtures,
})

const open = async (page: Page) => {
  await page.goto('/')
  await page.waitForFunction(() => 'lab' in window)
}
const unlock = (page: Page, credentials = ana) => page.evaluate((given) => window.lab.access.unlock(given), credentials)

test('the key is drawn in a worker, and the page stays free meanwhile', async ({ page }) => {
  await open(page)
  const worker = page.waitForEvent('worker')
  const ticks = await page.evaluate(async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 10)
    await window.lab.deriveKey(new Uint8Array(8), new Uint8Array(16), window.lab.KDF_TODAY)
    clearInterval(timer)
    return ticks
  })
  expect((await worker).url()).toContain('/assets/vaultWorker-')
  expect(ticks).toBeGreaterThan(5)
})

test.describe('under the content security policy', () => {
  test.use({ expectedErrors: /TrustedScriptURL|Creating a TrustedTypePolicy|trusted-types/ })

  test('no other script becomes a worker', async ({ page }) => {
    await open(page)
    await storeAnasVault(page)
    // Unlocking creates the only Trusted Types policy.
    expect(await unlock(page)).toMatchObject({ kind: 'opened' })
    const outcomes = await page.evaluate(() => {
      const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
      const attempts = [() => new Worker('/assets/other.js'), () => trustedTypes.createPolicy('entrepares', {})]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'admitted'
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error)
        }
      })
    })
    expect(outcomes).toEqual(['refused', 'refused'])
  })
})

test('attempts from two tabs at once are counted one by one, and a reload forgets none', async ({ page, context }) => {
  await open(page)
  await storeAnasVault(page)
  const other = await context.newPage()
  await open(other)
  const fourAtOnce = (tab: Page) =>
    tab.evaluate((given) => Promise.all([1, 2, 3, 4].map(() => window.lab.access.unlock(given))), wrong)
  const outcomes = (await Promise.all([fourAtOnce(page), fourAtOnce(other)])).flat().map(({ kind }) => kind)
  expect(outcomes.toSorted()).toEqual(['invalid', 'invalid', 'invalid', 'invalid', 'invalid', 'wait', 'wait', 'wait'])

  await open(page)
  expect(await page.evaluate(() => window.lab.access.waitLeft())).toBeGreaterThan(0)
  expect(await unlock(page)).toMatchObject({ kind: 'wait' })
})
