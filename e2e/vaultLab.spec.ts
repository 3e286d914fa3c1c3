// The vault in a real browser: real storage, a real worker, under the app's content security policy.
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { serveLab } from '../scripts/lab.ts'

const ana = { pin: '271828', password: 'correcto caballo batería grapa' }
const wrong = { ...ana, pin: '271829' }
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const test = base.extend<{ expectedErrors: RegExp; quiet: undefined }, { labUrl: string }>({
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
  expectedErrors: [/^$/, { option: true }],
  quiet: [
    async ({ context, expectedErrors }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      await use(undefined)
      expect(complaints.filter((complaint) => !expectedErrors.test(complaint))).toEqual([])
    },
    { auto: true },
  ],
})

const open = async (page: Page) => {
  await page.goto('/')
  await page.waitForFunction(() => 'lab' in window)
}
const keep = (page: Page) => page.evaluate((secret) => window.lab.access.keep(secret), { ...ana, phrase })
const unlock = (page: Page, credentials = ana) => page.evaluate((given) => window.lab.access.unlock(given), credentials)
const hasVault = (page: Page) => page.evaluate(() => window.lab.access.hasVault())

/** All that the page has stored, by place. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('entrepares')
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    const database = request.result
    const texts: Record<string, string> = {}
    for (const name of database.objectStoreNames) {
      const table = database.transaction(name).objectStore(name)
      const [keys, values] = [table.getAllKeys(), table.getAll()]
      await new Promise((resolve) => {
        values.onsuccess = resolve
      })
      keys.result.forEach((key, at) => {
        texts[String(key)] = String(values.result[at])
      })
    }
    database.close()
    return { database: texts, local: { ...localStorage }, session: { ...sessionStorage } }
  })

test('a phrase is kept in two places and opens after a reload', async ({ page }) => {
  await open(page)
  expect(await hasVault(page)).toBe('none')
  expect(await keep(page)).toMatchObject({ kind: 'kept' })

  const { database, local } = await stored(page)
  expect(Object.keys(database)).toEqual(['entrepares.vault'])
  expect(database['entrepares.vault']).toBe(local['entrepares.vault'])

  await open(page)
  expect(await hasVault(page)).toBe('present')
  expect(await unlock(page, wrong)).toEqual({ kind: 'invalid' })
  expect(await unlock(page)).toMatchObject({ kind: 'opened', phrase })
})

test('nothing that is stored holds the phrase, two neighbouring words of it, the PIN or the password', async ({ page }) => {
  await open(page)
  await keep(page)
  await unlock(page, wrong)
  await unlock(page)
  const all = JSON.stringify(await stored(page)).toLowerCase()
  const words = phrase.split(' ')
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
  for (const secret of [...pairs, ana.pin, ana.password, '7f7f7f', 'f39f7f']) expect(all).not.toContain(secret)
})

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
  test.use({ expectedErrors: /'TrustedScriptURL' assignment|Creating a TrustedTypePolicy/ })

  test('no other script becomes a worker', async ({ page }) => {
    await open(page)
    await keep(page)
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

test.describe('where something is missing', () => {
  test('a vault opens without workers', async ({ page }) => {
    await open(page)
    await keep(page)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
    await open(page)
    expect(await unlock(page)).toMatchObject({ kind: 'opened', phrase })
  })

  test('a vault opens without WebAssembly', async ({ page }) => {
    test.slow()
    await open(page)
    await keep(page)
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'Worker')
      Reflect.deleteProperty(window, 'WebAssembly')
    })
    await open(page)
    expect(await unlock(page)).toMatchObject({ kind: 'opened', phrase })
  })

  test('a vault opens without locks between tabs', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
    await open(page)
    await keep(page)
    expect(await unlock(page)).toMatchObject({ kind: 'opened', phrase })
  })

  test('storage that is blocked: for this visit only, and nothing stays behind', async ({ page, context }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await open(page)
    expect(await hasVault(page)).toBe('none')
    expect(await keep(page)).toEqual({ kind: 'visit-only', reason: 'blocked' })

    const later = await context.newPage()
    await open(later)
    expect(await hasVault(later)).toBe('none')
  })

  test('storage that is full: for this visit only', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await open(page)
    expect(await keep(page)).toEqual({ kind: 'visit-only', reason: 'full' })
    expect(await hasVault(page)).toBe('none')
  })

  test('no database: for this visit only', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    await open(page)
    expect(await keep(page)).toEqual({ kind: 'visit-only', reason: 'absent' })
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})

test.describe('one copy lost or spoiled', () => {
  const spoilings = {
    'the database was deleted': () => {
      const request = indexedDB.deleteDatabase('entrepares')
      return new Promise<unknown>((resolve) => {
        request.onsuccess = resolve
      })
    },
    'local storage was cleared': () => localStorage.clear(),
    'local storage was spoiled': () =>
      localStorage.setItem('entrepares.vault', localStorage.getItem('entrepares.vault')?.replace('argon2id', 'argon2ib') ?? ''),
  }
  for (const [name, spoil] of Object.entries(spoilings)) {
    test(`${name}: the other opens, and both are whole again`, async ({ page }) => {
      await open(page)
      await keep(page)
      const before = await stored(page)
      await page.evaluate(spoil)
      await open(page)
      expect(await hasVault(page)).toBe('present')
      expect(await unlock(page)).toMatchObject({ kind: 'opened', phrase })
      expect(await stored(page)).toEqual(before)
    })
  }
})

test('asks that the vault be not cleared away, and waits for no answer', async ({ page }) => {
  await page.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      Object.assign(window, { asked: true })
      return new Promise(() => {})
    }
  })
  await open(page)
  expect(await keep(page)).toMatchObject({ kind: 'kept' })
  expect(await page.evaluate(() => 'asked' in window)).toBe(true)
})

test('attempts from two tabs at once are counted one by one, and a reload forgets none', async ({ page, context }) => {
  test.slow()
  await open(page)
  await keep(page)
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

test('forgetting the device removes the vault and the wait from every place', async ({ page }) => {
  await open(page)
  await keep(page)
  await unlock(page, wrong)
  await page.evaluate(() => window.lab.access.forgetDevice())
  expect(await stored(page)).toEqual({ database: {}, local: {}, session: {} })
  expect(await hasVault(page)).toBe('none')
})

test('locking one tab locks the other', async ({ page, context }) => {
  const other = await context.newPage()
  await open(page)
  await open(other)
  const start = () => {
    const { lock } = window.lab.startAutoLock({ after: 300_000, onLock: () => Object.assign(window, { locked: true }) })
    Object.assign(window, { lock })
  }
  await page.evaluate(start)
  await other.evaluate(start)
  await page.evaluate(() => (window as unknown as { lock: () => void }).lock())
  await page.waitForFunction(() => 'locked' in window)
  await other.waitForFunction(() => 'locked' in window)
})
