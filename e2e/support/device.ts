// Reads, writes and corrupts the app's storage in the browser: IndexedDB and localStorage.
import type { Page } from '@playwright/test'
import vaults from '../../web/wallet/golden/vaultsOfVersion1.json' with { type: 'json' }

type Storage = 'IndexedDB' | 'localStorage'

const [first] = vaults
if (!first) throw new Error('There is no golden vault.')

/** Ana's wallet: phrase, address, PIN and password, and the encrypted vault record. */
export const anasVault = first

/** Stores both copies of Ana's vault, as if it had been created in this browser. The page must be of the app's origin. */
export async function storeAnasVault(page: Page) {
  for (const place of ['IndexedDB', 'localStorage'] as const) await writeCopy(page, place, anasVault.record)
}

/** Both copies of the vault. */
export async function readCopies(page: Page): Promise<Record<Storage, string | null>> {
  return page.evaluate(async () => ({
    IndexedDB: await new Promise<string | null>((resolve, reject) => {
      const opening = indexedDB.open('entrepares', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('texts')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('texts').objectStore('texts').get('entrepares.vault')
        reading.onsuccess = () => {
          opening.result.close()
          resolve(reading.result ?? null)
        }
      }
    }),
    localStorage: localStorage.getItem('entrepares.vault'),
  }))
}

/** Changes one character in the middle of a copy, and returns the damaged copy. */
export async function damageCopy(page: Page, place: Storage): Promise<string> {
  const whole = (await readCopies(page))[place] ?? ''
  const at = Math.floor(whole.length / 2)
  const damaged = whole.slice(0, at) + (whole[at] === 'A' ? 'B' : 'A') + whole.slice(at + 1)
  await writeCopy(page, place, damaged)
  return damaged
}

async function writeCopy(page: Page, place: Storage, text: string) {
  await page.evaluate(
    ([where, written]) => {
      if (where === 'localStorage') return localStorage.setItem('entrepares.vault', written)
      return new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('entrepares', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('texts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('texts', 'readwrite')
          transaction.objectStore('texts').put(written, 'entrepares.vault')
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      })
    },
    [place, text] as const,
  )
}

/** Everything that this origin stores in the browser, as one string. */
export async function dumpStorage(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const databases: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of database.objectStoreNames) {
        databases.push(
          await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll()
            reading.onsuccess = () => resolve(reading.result)
          }),
        )
      }
      database.close()
    }
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))
    return { local: { ...localStorage }, session: { ...sessionStorage }, databases, caches_, cookie: document.cookie }
  })
  return JSON.stringify([kept, await page.context().cookies()])
}

/** Holds the lock of the vault, as another tab does that is at work on it. Returns the function that lets it go. */
export async function holdVault(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        navigator.locks.request('entrepares.vault', () => {
          held()
          return new Promise<void>((release) => window.addEventListener('release vault', () => release()))
        })
      }),
  )
  return () => page.evaluate(() => void window.dispatchEvent(new Event('release vault')))
}
