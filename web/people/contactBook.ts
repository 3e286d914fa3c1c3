import type { Address } from 'viem'
import { parseAddress } from '../chain/read/parseAddress.ts'
import { type Owner, openSealedBook } from '../wallet/device/sealedBook.ts'
import { CONTACTS_LOCK } from '../wallet/device/storage.ts'
import { contactsChannel } from '../wallet/device/tabChannel.ts'
import { cleanName, MAX_NAME_LENGTH } from './contactNames.ts'
import type { Contact, Contacts } from './contacts.ts'

const VERSION = 1

/** `newer`: a later version of the app wrote them. */
export type ContactsTrouble = 'damaged' | 'newer'

class ContactsError extends Error {
  override readonly name = 'ContactsError'
  readonly trouble: ContactsTrouble

  constructor(trouble: ContactsTrouble) {
    super(`The contacts on this device are ${trouble}`)
    this.trouble = trouble
  }
}

export type ContactBook = ReturnType<typeof openContactBook>

/** The contacts of one account, on every chain, sealed on this device. All functions reject with a ContactsError or a StorageError. */
export function openContactBook(owner: Owner) {
  const { read, change, setAsideDamaged } = openSealedBook<Contacts>({
    of: CONTACTS_LOCK,
    purpose: 'contacts',
    owner,
    channel: contactsChannel,
    encode: encodeContacts,
    decode: decodeContacts,
    // The kept copy wins.
    merge: (copies) => new Map([...copies].reverse().flatMap((contacts) => [...contacts])),
    isDamage: (error) => error instanceof ContactsError && error.trouble === 'damaged',
  })
  return {
    read,
    setAsideDamaged,
    save: ({ address: of, name }: Contact) =>
      change((contacts) => new Map([...contacts, [of.toLowerCase(), { address: of, name: checked(name) }]])),
    remove: (of: Address) => change((contacts) => new Map([...contacts].filter(([key]) => key !== of.toLowerCase()))),
    /** Adds the contacts of a backup. A name that is there already stays. */
    add: (text: string) => {
      const added = decodeContacts(text)
      return change((contacts) => new Map([...added, ...contacts]))
    },
  }
}

/** The contacts in the encrypted backup of a kept wallet. Undefined: there are none. */
export function contactsPart(wallet: Omit<Owner, 'isKept'>) {
  const book = openContactBook({ ...wallet, isKept: true })
  return {
    name: 'contacts',
    read: async (): Promise<string | undefined> => {
      const contacts = await book.read()
      return contacts.size > 0 ? encodeContacts(contacts) : undefined
    },
    write: async (text: string): Promise<void> => {
      await book.add(text)
    },
  }
}

function encodeContacts(contacts: Contacts): string {
  return JSON.stringify({ version: VERSION, names: Object.fromEntries([...contacts.values()].map((c) => [c.address, c.name])) })
}

/** Throws a ContactsError. Names are cleaned again, so that what is shown never depends on who wrote it. */
function decodeContacts(text: string | undefined): Contacts {
  const { version, names } = parse(text)
  if (typeof version === 'number' && version > VERSION) throw new ContactsError('newer')
  if (version !== VERSION || !isRecord(names)) throw new ContactsError('damaged')
  return new Map(
    Object.entries(names).map(([key, given]) => {
      const address = parseAddress(key)
      if (!address || typeof given !== 'string') throw new ContactsError('damaged')
      return [key.toLowerCase(), { address, name: checked(given) }]
    }),
  )
}

function parse(text: string | undefined): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text ?? '')
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Cut where it is too long: what reaches this was checked before, or comes from a file. Cleaned again: an emoji may be cut in two. */
function checked(name: string): string {
  const clean = cleanName([...cleanName(name)].slice(0, MAX_NAME_LENGTH).join(''))
  if (!clean) throw new ContactsError('damaged')
  return clean
}
