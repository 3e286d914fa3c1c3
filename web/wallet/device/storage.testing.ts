/** A Storage in memory, which tests can inspect. */
export function storageOf(texts: Map<string, string>): Storage {
  return new Proxy(
    {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
      removeItem: (name: string) => void texts.delete(name),
    } as Storage,
    {
      ownKeys: () => [...texts.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
}

/** An IndexedDB in memory with one database and one object store, as storage.ts uses it. Node has none. */
export function databaseOf(texts: Map<string, string>) {
  const later = (request: Record<string, unknown>, event: string) => {
    queueMicrotask(() => (request[event] as (() => void) | undefined)?.())
    return request
  }
  const objectStore = () => ({
    get: (key: string) => ({ result: texts.get(key) }),
    put: (text: string, key: string) => ({ result: void texts.set(key, text) }),
    delete: (key: string) => ({ result: void texts.delete(key) }),
    getAllKeys: () => ({ result: [...texts.keys()] }),
  })
  const transaction = () => later({ objectStore, abort: () => {} }, 'oncomplete')
  return { open: () => later({ result: { transaction, close: () => {} } }, 'onsuccess') }
}
