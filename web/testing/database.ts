// What the app stores in this browser, as another tab would see or disturb it.
import { onTestFinished } from 'vitest'
import vaults from '../wallet/golden/vaultsOfVersion1.json' with { type: 'json' }

const [first] = vaults
if (!first) throw new Error('There is no golden vault.')

/** Ana's wallet: phrase, address, PIN and password, and the encrypted vault record. */
export const anasVault = first

/** Stores both copies of Ana's vault, as if it had been created in this browser. */
export async function storeAnasVault(): Promise<void> {
  localStorage.setItem('entrepares.vault', anasVault.record)
  await writeText('entrepares.vault', anasVault.record)
}

export async function writeText(key: string, text: string): Promise<void> {
  const database = await openDatabase()
  const transaction = database.transaction('texts', 'readwrite')
  transaction.objectStore('texts').put(text, key)
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

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('entrepares', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('texts')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => resolve(opening.result)
  })
}
