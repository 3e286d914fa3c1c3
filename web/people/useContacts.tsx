import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { Address } from 'viem'
import { useWallet } from '../session/session.tsx'
import { contactsChannel } from '../wallet/device/tabChannel.ts'
import { type ContactsTrouble, openContactBook } from './contactBook.ts'
import type { Contact, Contacts } from './contacts.ts'
import { plain } from './search.ts'

type Reading = {
  /** Empty until they are read, and where they cannot be. */
  contacts: Contacts
  /** Why they cannot be read. `unread`: the browser's storage does not answer. */
  trouble: ContactsTrouble | 'unread' | undefined
}

type State = Reading & {
  /** All reject with a ContactsError or a StorageError. */
  save: (contact: Contact) => Promise<void>
  remove: (person: Address) => Promise<void>
  setAsideDamaged: () => Promise<void>
  /** For a search: in lower case and without accents, by address in lower case. */
  plainNames: ReadonlyMap<string, string>
}

const NONE: Reading = { contacts: new Map(), trouble: undefined }

const ContactsContext = createContext<State | undefined>(undefined)

/** The names of the open wallet for other people. What another tab changes is read again. */
export function ContactsProvider({ children }: { children: ReactNode }) {
  const { address, phrase, dataKey } = useWallet()
  const isKept = dataKey !== undefined
  const book = useMemo(() => openContactBook({ address, phrase, isKept }), [address, phrase, isKept])
  const [{ contacts, trouble }, setRead] = useState<Reading>(NONE)

  useEffect(() => {
    let newest = 0
    const read = async () => {
      const serial = ++newest
      const found = await book.read().then(shown, unread)
      // An older answer may come later.
      if (serial === newest) setRead(found)
    }
    read()
    const stop = contactsChannel.listen(read)
    return () => {
      newest = Number.POSITIVE_INFINITY
      stop()
    }
  }, [book])

  const state = useMemo<State>(() => {
    const show = (next: Contacts) => setRead(shown(next))
    return {
      contacts,
      trouble,
      plainNames: new Map([...contacts].map(([key, { name }]) => [key, plain(name)])),
      save: (contact) => book.save(contact).then(show),
      remove: (person) => book.remove(person).then(show),
      setAsideDamaged: book.setAsideDamaged,
    }
  }, [book, contacts, trouble])
  return <ContactsContext value={state}>{children}</ContactsContext>
}

function shown(contacts: Contacts): Reading {
  return { contacts, trouble: undefined }
}

function unread(error: Error & { trouble?: ContactsTrouble }): Reading {
  return { ...NONE, trouble: error.trouble ?? 'unread' }
}

export function useContacts(): State {
  const state = use(ContactsContext)
  if (!state) throw new Error('useContacts outside of ContactsProvider')
  return state
}
