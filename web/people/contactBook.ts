import type { Address } from 'viem'
import { parseAddress } from '../chain/read/parseAddress.ts'
import { openSealed } from '../wallet/device/sealedTexts.ts'
import { CONTACTS_LOCK, exclusively } from '../wallet/device/storage.ts'
import { contactsChannel } from '../wallet/device/tabChannel.ts'
import { keyFor } from '../wallet/phrase/keyFor.ts'
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

type Owner = {
  address: Address
  phrase: string
  /** False: a wallet of this visit only. */
  isKept: boolean
}

export type ContactBook = ReturnType<typeof openContactBook>

/**
 * The contacts of one account, on every chain, sealed on this device. Every change reads them again under a lock across tabs,
 * so that no tab overwrites what another one added. All functions reject with a ContactsError or a StorageError.
 */
export function openContactBook({ address, phrase, isKept }: Owner) {
  let opening: ReturnType<typeof openSealed> | undefined
  const open = () => {
    opening ??= keyFor('contacts', phrase).then((key) => openSealed({ of: CONTACTS_LOCK, scope: address, key, isKept }))
    return opening
  }
  const readCopies = async () => {
    const copies = await (await open()).read()
    return copies.map(({ text, lifetime }) => ({ lifetime, contacts: decodeContacts(text) }))
  }
  const merged = (copies: readonly { contacts: Contacts }[]) =>
    // The kept copy comes first, and wins.
    new Map(copies.toReversed().flatMap(({ contacts }) => [...contacts]))

  const change = async (edit: (contacts: Map<string, Contact>) => void): Promise<Contacts> => {
    const contacts = await exclusively(async () => {
      const next = merged(await readCopies())
      edit(next)
      await (await open()).write(encodeContacts(next))
      return next
    }, CONTACTS_LOCK)
    contactsChannel.post('changed')
    return contacts
  }

  return {
    /** Contacts of a visit whose wallet was kept since are kept too. */
    read: async (): Promise<Contacts> => {
      const copies = await readCopies()
      return isKept && copies.some(({ lifetime }) => lifetime === 'visit') ? change(() => {}) : merged(copies)
    },
    save: ({ address: of, name }: Contact) =>
      change((contacts) => contacts.set(of.toLowerCase(), { address: of, name: checked(name) })),
    remove: (of: Address) => change((contacts) => contacts.delete(of.toLowerCase())),
    /** Moves damaged copies out of the way, byte for byte. */
    setAsideDamaged: async () => {
      await exclusively(async () => {
        for (const copy of await (await open()).read()) if (isDamaged(copy.text)) await copy.setAside()
      }, CONTACTS_LOCK)
      contactsChannel.post('changed')
    },
    /** Adds the contacts of a backup. A name that is there already stays. */
    add: (text: string) => {
      const added = decodeContacts(text)
      return change((contacts) => {
        for (const [key, contact] of added) if (!contacts.has(key)) contacts.set(key, contact)
      })
    },
  }
}

/** The contacts in the encrypted backup of a kept wallet. Undefined: there are none. */
export function contactsPart({ address, phrase }: Pick<Owner, 'address' | 'phrase'>) {
  const book = openContactBook({ address, phrase, isKept: true })
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

function isDamaged(text: string | undefined): boolean {
  try {
    decodeContacts(text)
    return false
  } catch (error) {
    return error instanceof ContactsError && error.trouble === 'damaged'
  }
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
