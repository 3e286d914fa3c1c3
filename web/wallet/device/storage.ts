// The only file that uses localStorage, sessionStorage and IndexedDB. Each of them may be missing, blocked or full.
import { withLimit } from './withLimit.ts'

/** One key that holds one string. All functions reject with a StorageError. */
export type TextStore = {
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
  remove(): Promise<void>
}

/** One key that may hold several copies. `read` returns them in the order to try; the text GONE stands for a lost one. */
export type CopyStore = Omit<TextStore, 'read'> & { read(): Promise<string[]> }

/** The same as a TextStore, synchronous and never throwing: a value that cannot be stored stays in memory for this visit. */
export type SmallStore = {
  read(): string | undefined
  write(text: string): void
  remove(): void
}

/** `busy`: it did not answer in time, and may hold something. */
export type StorageProblem = 'full' | 'blocked' | 'busy' | 'absent'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly problem: StorageProblem

  constructor(problem: StorageProblem, cause?: unknown) {
    super(`The browser's storage is ${problem}`, { cause })
    this.problem = problem
  }
}

const VAULT = 'entrepares.vault'
const PASSKEY = 'passkey'
/** Held while outboxes are changed. */
export const OUTBOX_LOCK = 'entrepares.outbox'
/** Held while contacts are changed. */
export const CONTACTS_LOCK = 'entrepares.contacts'
/** Held while the news snapshots are removed. */
export const NEWS_LOCK = 'entrepares.news'
/** Held while what was signed for others to send is changed. */
export const SIGNED_LOCK = 'entrepares.signed'
/** Records sealed with keys from the seed, by the purpose of the key, each under its lock's name. */
export const SEALED = { outbox: OUTBOX_LOCK, contacts: CONTACTS_LOCK, signed: SIGNED_LOCK, news: NEWS_LOCK } as const
export type SealedName = (typeof SEALED)[keyof typeof SEALED]
const DATABASE = 'entrepares'
const OBJECT_STORE = 'texts'
/** For opening the database, and again for each transaction. Another tab, or a browser bug, can block either for ever. */
const DATABASE_LIMIT_MS = 5_000

/** IndexedDB and localStorage: each holds a copy of the vault, see copies.ts. */
export function vaultStores(): TextStore[] {
  return [databaseStore(VAULT), localStore(VAULT)]
}

/** Whether localStorage has its copy: nearly always the answer that vaultStores() give later. */
export function hasVaultCopy(): boolean {
  return smallStore('vault').read() !== undefined
}

/** Passkey record, with the wrapped data key. In localStorage, so that /login knows at once whether there is one. */
export function passkeyStore(): TextStore {
  return localStore(`entrepares.${PASSKEY}`)
}

/** The same for /login, which only has to know whether there is something. */
export function hasPasskey(): boolean {
  return smallStore(PASSKEY).read() !== undefined
}

/** `kept` is persistent. `visit` is sessionStorage: it ends with this tab. */
export function sealedStore(of: SealedName, name: string, lasts: 'kept' | 'visit'): CopyStore {
  const key = `${of}.${name}`
  if (lasts === 'kept') return databaseWithCopy(databaseStore(key), localStore(key), localStore(`${key}.copy`))
  const visit = webStore(session, key)
  return { ...visit, read: () => visit.read().then((text) => (text === undefined ? [] : [text])) }
}

/** Removes the kept texts that `findNames` picks, and what was set aside of them. Rejects if any of them may remain. */
export function removeSealed(
  of: SealedName,
  findNames: (texts: readonly { name: string; text: string }[]) => Promise<Iterable<string>>,
): Promise<void> {
  const prefix = `${of}.`
  const nameIn = (key: string) => key.slice(prefix.length).split('.')[0] ?? ''
  const isSealed = (key: string) => key.startsWith(prefix)
  return exclusively(async () => {
    const keys = await inDatabase('readonly', (store) => store.getAllKeys()).catch(ignoreAbsence)
    const found = (keys ?? [])
      .map(String)
      .filter(isSealed)
      .map((key) => [key, databaseStore(key)] as const)
    const inLocal = await guarded(() => Object.keys(local()).filter(isSealed)).catch(ignoreAbsence)
    const stores = [...found, ...(inLocal ?? []).map((key) => [key, localStore(key)] as const)]
    const texts = await Promise.all(stores.map(async ([key, store]) => ({ name: nameIn(key), text: (await store.read()) ?? '' })))
    const names = new Set(await findNames(texts))
    await Promise.all(stores.flatMap(([key, store]) => (names.has(nameIn(key)) ? [store.remove()] : [])))
  }, of)
}

/** `visit`: in sessionStorage, which ends with this tab. */
export function smallStore(name: string, lasts: 'kept' | 'visit' = 'kept'): SmallStore {
  const key = `entrepares.${name}`
  const storage = lasts === 'kept' ? local : session
  // Takes the place of the storage after a failed write; undefined after a successful one.
  let inMemory: { text: string | undefined } | undefined
  return {
    read: () => {
      if (inMemory) return inMemory.text
      try {
        return storage().getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    write: (text) => {
      inMemory = succeeds(() => storage().setItem(key, text)) ? undefined : { text }
    },
    remove: () => {
      inMemory = succeeds(() => storage().removeItem(key)) ? undefined : { text: undefined }
    },
  }
}

/** A mutex across tabs, by the Web Locks API. A browser without that API runs `work` unlocked. */
export function exclusively<T>(work: () => Promise<T>, lockName = VAULT): Promise<T> {
  const locks = globalThis.navigator?.locks
  return locks ? locks.request(lockName, work) : work()
}

/** Requests persistent storage, which the browser does not evict. Not awaited: Firefox shows a permission prompt. */
export function askToPersist(): void {
  navigator.storage?.persist?.().catch(() => false)
}

function localStore(key: string): TextStore {
  return webStore(local, key)
}

function webStore(storage: () => Storage, key: string): TextStore {
  return {
    read: () => guarded(() => storage().getItem(key) ?? undefined),
    write: (text) => guarded(() => storage().setItem(key, text)),
    remove: () => guarded(() => storage().removeItem(key)),
  }
}

async function guarded<T>(work: () => T): Promise<T> {
  try {
    return work()
  } catch (error) {
    throw asStorageError(error)
  }
}

function databaseStore(key: string): TextStore {
  return {
    read: () =>
      inDatabase('readonly', (store) => store.get(key)).then((value) => (typeof value === 'string' ? value : undefined)),
    write: (text) => inDatabase('readwrite', (store) => store.put(text, key)).then(() => {}),
    remove: () => inDatabase('readwrite', (store) => store.delete(key)).then(() => {}),
  }
}

/** One request in its own transaction. Resolves on `complete`: with strict durability, the data was flushed to disk. */
async function inDatabase<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const opening = openDatabase()
    try {
      const database = await withLimit(opening, DATABASE_LIMIT_MS, tooSlow)
      const transaction = database.transaction(OBJECT_STORE, mode, { durability: 'strict' })
      const completed = new Promise<T>((resolve, reject) => {
        const request = work(transaction.objectStore(OBJECT_STORE))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
      return await withLimit(completed, DATABASE_LIMIT_MS, () => {
        // Aborted, so that a write that is reported as failed does not happen later.
        succeeds(() => transaction.abort())
        return tooSlow()
      })
    } finally {
      // Not awaited: it may open only after the limit.
      opening.then(
        (database) => database.close(),
        () => {},
      )
    }
  } catch (error) {
    throw asStorageError(error)
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  if (!globalThis.indexedDB) throw new StorageError('absent')
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(OBJECT_STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(tooSlow())
  })
}

function tooSlow(): StorageError {
  return new StorageError('busy')
}

const IN_DATABASE = ''
/** What is read where something was stored, and no copy of it is left. */
export const GONE = ''

/**
 * Writes to the database, with a copy in localStorage, which is written to disk later than the database. `fallback` holds the
 * text if the database cannot be written, and else the marker IN_DATABASE. Earlier builds wrote the marker and no copy. With the
 * marker, an empty database without a copy means that the text was lost, and a read error is thrown. Without the marker a read
 * error counts as nothing stored, unless the database is only busy.
 */
function databaseWithCopy(database: TextStore, fallback: TextStore, copy: TextStore): CopyStore {
  return {
    read: async () => {
      const marker = await fallback.read().catch(() => undefined)
      if (marker) return [marker]
      let failure: unknown
      const found = await database.read().catch((error) => {
        failure = error
        return unlessBusy(error)
      })
      if (marker === undefined) return found === undefined ? [] : [found]
      const texts = [found, await copy.read().catch(() => undefined)].filter((text) => text !== undefined)
      if (failure && texts.length === 0) throw failure
      return texts.length > 0 ? texts : [GONE]
    },
    write: async (text) => {
      try {
        await database.write(text)
      } catch {
        return fallback.write(text)
      }
      // An older copy must not stay. Full storage allows removal.
      await copy.write(text).catch(() => copy.remove().catch(() => {}))
      await fallback.write(IN_DATABASE).catch(() => {})
    },
    remove: async () => {
      await database.remove().catch(ignoreAbsence)
      await copy.remove()
      await fallback.remove()
    },
  }
}

// A function, because reading the property throws where cookies are blocked.
function local(): Storage {
  return present(globalThis.localStorage)
}

function session(): Storage {
  return present(globalThis.sessionStorage)
}

function present(storage: Storage | null | undefined): Storage {
  if (!storage) throw new StorageError('absent')
  return storage
}

function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  // QuotaExceededError, or NS_ERROR_DOM_QUOTA_REACHED in older Firefox.
  const full = error instanceof DOMException && /quota/i.test(error.name)
  return new StorageError(full ? 'full' : 'blocked', error)
}

/** Storage that does not exist holds nothing. */
export function ignoreAbsence(error: unknown): undefined {
  if (!(error instanceof StorageError && error.problem === 'absent')) throw error
}

function unlessBusy(error: unknown): undefined {
  if (error instanceof StorageError && error.problem === 'busy') throw error
}

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
