import type { Address } from 'viem'
import { parseAddress } from '../chain/read/parseAddress.ts'
import { cleanText } from '../loans/cleanText.ts'
import { BookError, type Owner, openSealedBook } from '../wallet/device/sealedBook.ts'
import { CONTACTS_LOCK } from '../wallet/device/storage.ts'
import { contactsChannel } from '../wallet/device/tabChannel.ts'
import { MAX_NAME_LENGTH } from './contactNames.ts'
import type { Contact, Contacts } from './contacts.ts'

export type ContactBook = ReturnType<typeof openContactBook>

/** The contacts of one account, on every chain, sealed on this device. All functions reject with a BookError or a StorageError. */
export function openContactBook(owner: Owner) {
  const { read, change, restore, encode, setAsideDamaged } = openSealedBook<Contacts>({
    of: CONTACTS_LOCK,
    purpose: 'contacts',
    owner,
    channel: contactsChannel,
    version: 1,
    encode: (contacts) => ({ names: Object.fromEntries([...contacts.values()].map((c) => [c.address, c.name])) }),
    decode: decodeContacts,
    // The kept copy wins.
    merge: (copies) => new Map([...copies].reverse().flatMap((contacts) => [...contacts])),
  })
  return {
    read,
    encode,
    setAsideDamaged,
    save: ({ address: of, name }: Contact) =>
      change((contacts) => new Map([...contacts, [of.toLowerCase(), { address: of, name: checked(name) }]])),
    remove: (of: Address) => change((contacts) => new Map([...contacts].filter(([key]) => key !== of.toLowerCase()))),
    /** Adds the contacts of a backup. A name that is there already stays. */
    add: (text: string) => restore(text, (added, contacts) => new Map([...added, ...contacts])),
  }
}

/** The contacts in the encrypted backup of a kept wallet. Undefined: there are none. */
export function contactsPart(wallet: Omit<Owner, 'isKept'>) {
  const book = openContactBook({ ...wallet, isKept: true })
  return {
    name: 'contacts',
    read: async (): Promise<string | undefined> => {
      const contacts = await book.read()
      return contacts.size > 0 ? book.encode(contacts) : undefined
    },
    write: book.add,
  }
}

/** Names are cleaned again, so that what is shown never depends on who wrote it. */
function decodeContacts({ names }: Record<string, unknown>): Contacts {
  if (!isRecord(names)) throw new BookError('damaged')
  return new Map(
    Object.entries(names).map(([key, given]) => {
      const address = parseAddress(key)
      if (!address || typeof given !== 'string') throw new BookError('damaged')
      return [key.toLowerCase(), { address, name: checked(given) }]
    }),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Cuts a name that is too long: it was checked before, or comes from a file. */
function checked(name: string): string {
  const clean = cleanText(name, MAX_NAME_LENGTH)
  if (!clean) throw new BookError('damaged')
  return clean
}
