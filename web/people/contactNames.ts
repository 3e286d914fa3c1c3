import type { Address } from 'viem'
import type { Contact, Contacts } from './contacts.ts'
import { plain } from './search.ts'

/** In characters. */
export const MAX_NAME_LENGTH = 40

/** The joiner between two emojis, and the selector that makes an emoji of a sign or the beginning of a keycap. */
const OF_EMOJI =
  /(?<=\p{ExtPict}\ufe0f?|\p{EMod})\u200d(?=\p{ExtPict})|(?<=(?!\p{EPres})\p{ExtPict})\ufe0f|(?<=[#*0-9])\ufe0f(?=\u20e3)/u.source

const INVISIBLE = new RegExp(`(?!${OF_EMOJI})[\\p{C}\\p{DI}\\u2800]`, 'gu')

/**
 * A name as it is kept. Control, invisible and bidirectional characters are dropped, because they could make a name look like
 * another; those that an emoji is made of stay.
 */
export function cleanName(typed: string): string {
  const clean = typed.replace(/\s+/g, ' ').replace(INVISIBLE, '').replace(/ +/g, ' ').trim().normalize('NFC')
  // Dropping or composing characters can leave a joiner with nothing to join.
  return clean === typed ? clean : cleanName(clean)
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
