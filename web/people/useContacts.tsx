import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { useSession, useWallet } from '../session/session.tsx'
import { openContactBook } from './contactBook.ts'
import { type ContactsStore, createContacts } from './contactsStore.ts'

const ContactsContext = createContext<ContactsStore | undefined>(undefined)

/** The names of the open wallet for other people. */
export function ContactsProvider({ children }: { children: ReactNode }) {
  const { secret } = useSession()
  const { address, dataKey } = useWallet()
  const isKept = dataKey !== undefined
  const [store] = useState(createContacts)
  useEffect(() => store.open(openContactBook({ address, secret, isKept })), [store, address, secret, isKept])
  return <ContactsContext value={store}>{children}</ContactsContext>
}

export function useContactsStore(): ContactsStore {
  const store = use(ContactsContext)
  if (!store) throw new Error('useContacts outside of ContactsProvider')
  return store
}

export function useContacts() {
  const { get, subscribe, save, remove, setAsideDamaged } = useContactsStore()
  return { ...useSyncExternalStore(subscribe, get), save, remove, setAsideDamaged }
}
