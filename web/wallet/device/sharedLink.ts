import { smallStore } from './storage.ts'

/** In characters: above every link that this app reads. */
export const MAX_LENGTH = 3_000

// In session storage: it outlives /login, /seed and /seed/confirm, and a lock, which loads a new document.
const store = smallStore('link', 'visit')

const listeners = new Set<() => void>()

/** The link by which somebody came, as it stood there: anyone may have written it. */
export const sharedLink = {
  read: store.read,
  keep: (link: string) => {
    store.write(link.slice(0, MAX_LENGTH))
    for (const listener of [...listeners]) listener()
  },
  forget: store.remove,
  /** Calls back where another link comes while the page is open. Returns the function that stops it. */
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
