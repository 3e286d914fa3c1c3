// Shared by tests. Not part of the app.
import type { Store } from '../outbox/createOutbox.ts'

/** The storage of a tab, and of whichever tabs share it. */
export type MemoryOutbox = Store & { text: string | undefined; aside: string[] }

export type Lock = <T>(work: () => Promise<T>) => Promise<T>

export function memoryOutbox(): MemoryOutbox {
  const store: MemoryOutbox = {
    text: undefined,
    aside: [],
    read: async () => {
      const { text } = store
      if (text === undefined) return []
      const setAside = async () => {
        store.aside.push(text)
        store.text = undefined
      }
      return [{ text, setAside }]
    },
    write: async (text) => {
      store.text = text
    },
  }
  return store
}

/** As navigator.locks: one after the other. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.catch(() => {}).then(work)
    last = next
    return next
  }
}
