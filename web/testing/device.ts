// Reads, writes and disturbs what the app stores in this browser, as e2e/support/device.ts does from outside.
import { onTestFinished } from 'vitest'
import { vaultStores } from '../wallet/device/storage.ts'
import vaults from '../wallet/golden/vaultsOfVersion1.json' with { type: 'json' }
import { toBase64Url } from '../wallet/vault/bytes.ts'
import { sealVault } from '../wallet/vault/vault.ts'

type Place = 'IndexedDB' | 'localStorage'
type Copies = Record<Place, string | null>

const [golden] = vaults
if (!golden) throw new Error('There is no golden vault.')
const { pin, password, phrase } = golden

export const ana = { pin, password }
export const luis = { pin: '730165', password: 'queso brújula martes' }

/** Ana's wallet: its phrase, its address and the record of its vault. */
export const anasVault = { phrase, ...(await sealVault({ ...ana, phrase, revision: 1 })) }

export const NO_COPIES: Copies = { IndexedDB: null, localStorage: null }

/** Stores both copies of a vault, Ana's unless told otherwise, as if it had been created in this browser. */
export async function storeVault(record = anasVault.record) {
  for (const place of ['IndexedDB', 'localStorage'] as const) await writeCopy(place, record)
}

export async function readCopies(): Promise<Copies> {
  const copyIn = async (place: Place) => (await storeIn(place).read()) ?? null
  return { IndexedDB: await copyIn('IndexedDB'), localStorage: await copyIn('localStorage') }
}

export const writeCopy = (place: Place, record: string) => storeIn(place).write(record)

/** Changes one character in the middle of both copies, and returns them. */
export async function damageCopies(): Promise<Copies> {
  for (const place of ['IndexedDB', 'localStorage'] as const) {
    const whole = (await readCopies())[place] ?? ''
    const at = Math.floor(whole.length / 2)
    await writeCopy(place, whole.slice(0, at) + (whole[at] === 'A' ? 'B' : 'A') + whole.slice(at + 1))
  }
  return readCopies()
}

/** Undefined removes it. */
export async function writeText(key: string, text: string | undefined): Promise<void> {
  const database = await openDatabase()
  const transaction = database.transaction('texts', 'readwrite')
  const store = transaction.objectStore('texts')
  if (text === undefined) store.delete(key)
  else store.put(text, key)
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
  database.close()
}

/** The texts whose keys begin so, by key. */
export async function readTexts(prefix: string): Promise<Record<string, string>> {
  const database = await openDatabase()
  const store = database.transaction('texts').objectStore('texts')
  const [keys, texts] = [store.getAllKeys(), store.getAll()]
  await new Promise((resolve) => {
    texts.onsuccess = resolve
  })
  database.close()
  const pairs = keys.result.map((key, place): [string, string] => [String(key), texts.result[place]])
  return Object.fromEntries(pairs.filter(([key]) => key.startsWith(prefix)))
}

/** A transaction that lasts until the returned function is called, or the test ends: each of its requests makes the next one. */
export async function keepDatabaseBusy(): Promise<() => void> {
  const database = await openDatabase()
  const store = database.transaction('texts', 'readwrite').objectStore('texts')
  let isBusy = true
  const ask = () => {
    if (isBusy) store.get('nothing').onsuccess = ask
  }
  ask()
  const letGo = () => {
    isBusy = false
    database.close()
  }
  onTestFinished(letGo)
  return letGo
}

/** Holds the lock of the vault, as another tab does that is at work on it. Returns the function that lets it go. */
export async function holdVault(): Promise<() => void> {
  const release = await new Promise<() => void>((held) => {
    navigator.locks.request('entrepares.vault', () => new Promise<void>((letGo) => held(letGo)))
  })
  // Also where the test fails before it lets go.
  onTestFinished(release)
  return release
}

/** Posts what another tab posts on 'Bloquear'. */
export function lockElsewhere() {
  const channel = new BroadcastChannel('entrepares.lock')
  channel.postMessage('asked')
  channel.close()
}

/** Puts bytes that cannot be opened in the place of Ana's contacts. */
export async function damageAnasContacts() {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(anasVault.address))
  localStorage.setItem(`entrepares.contacts.${toBase64Url(new Uint8Array(digest))}`, 'seed.damaged')
}

function storeIn(place: Place) {
  const [database, local] = vaultStores()
  const store = place === 'IndexedDB' ? database : local
  if (!store) throw new Error(`There is no ${place}.`)
  return store
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('entrepares', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('texts')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => resolve(opening.result)
  })
}
