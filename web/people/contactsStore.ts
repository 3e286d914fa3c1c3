import type { Address } from 'viem'
import { createReading } from '../store.ts'
import type { BookTrouble } from '../wallet/device/sealedBook.ts'
import { contactsChannel } from '../wallet/device/tabChannel.ts'
import type { ContactBook } from './contactBook.ts'
import { type Contact, type Contacts, plainNamesOf } from './contacts.ts'
import type { PlainNames } from './search.ts'

type Reading = {
  /** Empty until they are read, and where they cannot be. */
  contacts: Contacts
  plainNames: PlainNames
  /** Why they cannot be read. `unread`: the browser's storage does not answer. */
  trouble: BookTrouble | 'unread' | undefined
}

const NONE: Reading = { contacts: new Map(), plainNames: new Map(), trouble: undefined }

export type ContactsStore = ReturnType<typeof createContacts>

/** The names of the open wallet for other people, once a book is opened. */
export function createContacts() {
  const { change, opened, ...reading } = createReading<Contacts, Reading, ContactBook>({
    none: NONE,
    shown,
    unread,
    channel: contactsChannel,
  })
  return {
    ...reading,
    /** These reject with a BookError or a StorageError. */
    save: (contact: Contact) => change((book) => book.save(contact)),
    remove: (person: Address) => change((book) => book.remove(person)),
    setAsideDamaged: async () => opened()?.setAsideDamaged(),
  }
}

function shown(contacts: Contacts): Reading {
  return { contacts, plainNames: plainNamesOf(contacts), trouble: undefined }
}

function unread(error: Error & { trouble?: BookTrouble }): Reading {
  return { ...NONE, trouble: error.trouble ?? 'unread' }
}
