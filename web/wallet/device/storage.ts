// The only file that touches the browser's storage. All of it may be missing, forbidden or full.

/** One place that holds one text. Its functions reject with a StorageError. */
export type TextStore = {
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
  remove(): Promise<void>
}

/** The same for small things that are not worth a failure: what cannot be stored lasts for this visit. */
export type SmallStore = {
  read(): string | undefined
  write(text: string): void
  remove(): void
}

export type StorageProblem = 'full' | 'blocked' | 'absent'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly problem: StorageProblem

  constructor(problem: StorageProblem, cause?: unknown) {
    super(`The browser's storage is ${problem}`, { cause })
    this.problem = problem
  }
}

const VAULT = 'entrepares.vault'
const OUTBOX = 'entrepares.outbox.'
const DATABASE = 'entrepares'
const TABLE = 'texts'
const PATIENCE = 5_000

/** The two places that each hold a copy of the vault. */
export function vaultStores(): TextStore[] {
  return [databaseStore(VAULT), localStore(VAULT)]
}

/** Where the outbox of this name is kept: for as long as the browser keeps things, or for this visit of this tab. */
export function outboxStore(name: string, lasts: 'kept' | 'visit'): TextStore {
  const key = `${OUTBOX}${name}`
  return lasts === 'kept' ? databaseOrElse(databaseStore(key), localStore(key)) : webStore(session, key)
}

/** Removes every outbox that was kept. */
export async function removeOutboxes(): Promise<void> {
  await inDatabase('readwrite', (table) => table.delete(IDBKeyRange.bound(OUTBOX, `${OUTBOX}\uffff`))).catch(() => {})
  succeeds(() => {
    for (const key of Object.keys(local())) if (key.startsWith(OUTBOX)) local().removeItem(key)
  })
}

export function smallStore(name: string): SmallStore {
  const key = `entrepares.${name}`
  // Where nothing can be stored. Undefined: what is stored holds.
  let unstored: { text: string | undefined } | undefined
  return {
    read: () => {
      if (unstored) return unstored.text
      try {
        return local().getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    write: (text) => {
      unstored = succeeds(() => local().setItem(key, text)) ? undefined : { text }
    },
    remove: () => {
      unstored = succeeds(() => local().removeItem(key)) ? undefined : { text: undefined }
    },
  }
}

/** One tab at a time. A browser without locks goes on without. */
export function exclusively<T>(work: () => Promise<T>, what = VAULT): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(what, work) : work()
}

/** Asks that the browser not clear the vault away to make room. Firefox asks the person: nobody waits for the answer. */
export function askToPersist(): void {
  navigator.storage?.persist?.().catch(() => false)
}

function localStore(key: string): TextStore {
  return webStore(local, key)
}

function webStore(storage: () => Storage, key: string): TextStore {
  const guarded = async <T>(work: () => T): Promise<T> => {
    try {
      return work()
    } catch (error) {
      throw asStorageError(error)
    }
  }
  return {
    read: () => guarded(() => storage().getItem(key) ?? undefined),
    write: (text) => guarded(() => storage().setItem(key, text)),
    remove: () => guarded(() => storage().removeItem(key)),
  }
}

function databaseStore(key: string): TextStore {
  return {
    read: () =>
      inDatabase('readonly', (table) => table.get(key)).then((value) => (typeof value === 'string' ? value : undefined)),
    write: (text) => inDatabase('readwrite', (table) => table.put(text, key)).then(() => {}),
    remove: () => inDatabase('readwrite', (table) => table.delete(key)).then(() => {}),
  }
}

/** One request in one transaction; done when the transaction is on the disk. */
async function inDatabase<T>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const database = await openDatabase()
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(TABLE, mode, { durability: 'strict' })
        const request = work(transaction.objectStore(TABLE))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch (error) {
    throw asStorageError(error)
  }
}

function openDatabase(): Promise<IDBDatabase> {
  if (!globalThis.indexedDB) throw new StorageError('absent')
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    // Some browsers have left this request without an answer for ever.
    const patience = setTimeout(() => reject(new StorageError('blocked')), PATIENCE)
    const settled = (settle: () => void) => () => {
      clearTimeout(patience)
      settle()
    }
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE)
    request.onsuccess = settled(() => resolve(request.result))
    request.onerror = settled(() => reject(request.error))
    request.onblocked = settled(() => reject(new StorageError('blocked')))
  })
}

const IN_DATABASE = ''

/**
 * The database where it works, the other place where it doesn't. Whoever finds nothing must know whether there is nothing: the
 * other place says so when the text is in the database, and then a database that fails is a failure.
 */
function databaseOrElse(database: TextStore, other: TextStore): TextStore {
  return {
    read: async () => {
      const text = await other.read().catch(() => undefined)
      if (text) return text
      const found = database.read()
      return text === IN_DATABASE ? found : found.catch(() => undefined)
    },
    write: async (text) => {
      try {
        await database.write(text)
        await other.write(IN_DATABASE).catch(() => {})
      } catch {
        await other.write(text)
      }
    },
    remove: async () => {
      await Promise.all([database.remove(), other.remove()])
    },
  }
}

// Reading the property alone throws where cookies are blocked.
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
  // QuotaExceededError; older Firefoxes say NS_ERROR_DOM_QUOTA_REACHED.
  const full = error instanceof DOMException && /quota/i.test(error.name)
  return new StorageError(full ? 'full' : 'blocked', error)
}

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
