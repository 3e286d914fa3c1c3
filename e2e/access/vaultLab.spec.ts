// The vault in a real browser without the app's screens: real storage, a real worker, and the app's content security policy.
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { serveLab } from '../../scripts/lib/lab.ts'
import { type ConsoleFixtures, consoleFixtures } from '../support/console.ts'
import { anasVault, storeAnasVault } from '../support/device.ts'
import { ana, luis } from '../support/steps.ts'

const wrong = { ...ana, pin: '271829' }

const test = base.extend<ConsoleFixtures, { labUrl: string }>({
  labUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off this pattern
    async ({}, use) => {
      const lab = await serveLab(fileURLToPath(new URL('../support/lab/', import.meta.url)))
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

for (const cut of ['fails once', 'ends'] as const) {
  test(`a change of PIN and password during which the real storage ${cut}, at any of its calls: the old or the new ones open the wallet`, async ({
    page,
  }) => {
    const address = anasVault.address as `0x${string}`
    let isReached = true
    let number = 0
    while (isReached) {
      number++
      await open(page)
      const result = await page.evaluate(
        async ({ change, phrase, number, isForGood }) => {
          const { cheapAccess, changeCheaply } = window.lab
          await cheapAccess.keep({ ...change.from, phrase }, { replace: true })
          let calls = 0
          const count = () => {
            calls++
            if (isForGood ? calls >= number : calls === number) throw new DOMException('gone', 'UnknownError')
          }
          const { getItem, setItem, removeItem } = Storage.prototype
          const openDatabase = IDBFactory.prototype.open
          const ofVault = (key: string) => key === 'entrepares.vault' && count()
          Storage.prototype.getItem = function (key) {
            ofVault(key)
            return getItem.call(this, key)
          }
          Storage.prototype.setItem = function (key, text) {
            ofVault(key)
            setItem.call(this, key, text)
          }
          Storage.prototype.removeItem = function (key) {
            ofVault(key)
            removeItem.call(this, key)
          }
          IDBFactory.prototype.open = function (...args) {
            count()
            return openDatabase.apply(this, args)
          }
          const { kind } = await changeCheaply(change)
          return { kind, isReached: calls >= number }
        },
        {
          change: { address, from: ana, to: luis, keepsPasskey: true },
          phrase: anasVault.phrase,
          number,
          isForGood: cut === 'ends',
        },
      )
      isReached = result.isReached
      await open(page)
      const kinds = await page.evaluate(
        async ([old, anew]) => {
          const { cheapAccess } = window.lab
          return [(await cheapAccess.unlock(old)).kind, (await cheapAccess.unlock(anew)).kind]
        },
        [ana, luis] as const,
      )
      expect(kinds, `call ${number}: ${result.kind}`).toContain('opened')
      if (result.kind === 'changed') expect(kinds, `call ${number}`).toEqual(['invalid', 'opened'])
      else if (result.kind !== 'unsure') expect(kinds[0], `call ${number}: ${result.kind}`).toBe('opened')
    }
    expect(number).toBeGreaterThan(8)
  })
}
