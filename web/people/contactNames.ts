import type { Address } from 'viem'
import type { Contact, Contacts } from './contacts.ts'
import { plain } from './search.ts'

/** In characters. */
export const MAX_NAME_LENGTH = 40

/**
 * A name as it is kept. Control, invisible and bidirectional characters are dropped, because they could make a name look like
 * another; the joiner between two emojis stays.
 */
export function cleanName(typed: string): string {
  return typed
    .replace(/\s+/g, ' ')
    .replace(
      /(?!\u200d|\ufe0f)[\p{C}\p{DI}\u2800]|(?<!\p{ExtPict}|\p{EMod}|[#*0-9])\ufe0f|(?<!\p{ExtPict}|\p{EMod}|\ufe0f)\u200d|\u200d(?!\p{ExtPict})/gu,
      '',
    )
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFC')
}

export function nameLength(name: string): number {
  return [...name].length
}

/** Contacts whose name is this one to whoever reads quickly: letters' case and accents ignored. */
export function namesakes(contacts: Contacts, name: string, except: Address): Contact[] {
  const wanted = plain(cleanName(name))
  return [...contacts.values()].filter(
    (contact) => plain(contact.name) === wanted && contact.address.toLowerCase() !== except.toLowerCase(),
  )
}
