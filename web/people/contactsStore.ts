import type { Address } from 'viem'
import { createValue } from '../store.ts'
import { contactsChannel } from '../wallet/device/tabChannel.ts'
import type { ContactBook, ContactsTrouble } from './contactBook.ts'
import { type Contact, type Contacts, plainNamesOf } from './contacts.ts'
import type { PlainNames } from './search.ts'

type Reading = {
  /** Empty until they are read, and where they cannot be. */
  contacts: Contacts
  plainNames: PlainNames
  /** Why they cannot be read. `unread`: the browser's storage does not answer. */
  trouble: ContactsTrouble | 'unread' | undefined
}

const NONE: Reading = { contacts: new Map(), plainNames: new Map(), trouble: undefined }

export type ContactsStore = ReturnType<typeof createContacts>

/** The names of the open wallet for other people, once a book is opened. */
export function createContacts() {
  const { get, set, subscribe } = createValue(NONE)
  let book: ContactBook | undefined
  let newest = 0

  const read = async (opened: ContactBook) => {
    const serial = ++newest
    const found = await opened.read().then(shown, unread)
    // An older answer may come later.
    if (serial === newest) set(found)
  }
  const change = async (edit: (opened: ContactBook) => Promise<Contacts>) => {
    if (!book) throw new Error('No contact book is open')
    const found = shown(await edit(book))
    // Readings on their way may be older. Every change is heard of here too, and read again.
    newest++
    set(found)
  }

  return {
    get,
    subscribe,
    /** Reads the book, and again when another tab changes it. Returns the function that stops it. */
    open: (opened: ContactBook) => {
      book = opened
      read(opened)
      const stop = contactsChannel.listen(() => read(opened))
      return () => {
        newest++
        stop()
      }
    },
    /** These reject with a ContactsError or a StorageError. */
    save: (contact: Contact) => change((opened) => opened.save(contact)),
    remove: (person: Address) => change((opened) => opened.remove(person)),
    setAsideDamaged: async () => book?.setAsideDamaged(),
  }
}

function shown(contacts: Contacts): Reading {
  return { contacts, plainNames: plainNamesOf(contacts), trouble: undefined }
}

function unread(error: Error & { trouble?: ContactsTrouble }): Reading {
  return { ...NONE, trouble: error.trouble ?? 'unread' }
}
