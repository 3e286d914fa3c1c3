import type { Address } from 'viem'
import { cleanText } from '../loans/cleanText.ts'
import type { Contact, Contacts } from './contacts.ts'
import { plain } from './search.ts'

/** In characters. */
export const MAX_NAME_LENGTH = 40

export function nameLength(name: string): number {
  return [...name].length
}

/** Contacts whose name is this one to whoever reads quickly: letters' case and accents ignored. */
export function namesakes(contacts: Contacts, name: string, except: Address): Contact[] {
  const wanted = plain(cleanText(name))
  return [...contacts.values()].filter(
    (contact) => plain(contact.name) === wanted && contact.address.toLowerCase() !== except.toLowerCase(),
  )
}
