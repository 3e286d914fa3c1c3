import { smallStore } from './storage.ts'

const MAX_LENGTH = 20

// In session storage: it outlives /login, /seed and /seed/confirm, and a lock, which loads a new document.
const store = smallStore('link', 'visit')

/** The number in the link by which somebody came, as it stood there: anyone may have written it. */
export const sharedLink = {
  read: store.read,
  keep: (number: string) => store.write(number.slice(0, MAX_LENGTH)),
  forget: store.remove,
}
