import type { Address } from 'viem'
import { plain } from './search.ts'

/** A person's own name for somebody else. */
export type Contact = { address: Address; name: string }

/** By address in lower case. */
export type Contacts = ReadonlyMap<string, Contact>

/** Sorted by name, for a list. */
export function byName(contacts: Contacts): Contact[] {
  return [...contacts.values()].sort((a, b) => a.name.localeCompare(b.name, 'es'))
}

/** People with each of the words in their name or, if it has a digit, in their address: 'Ada' and 'Bea' are hexadecimal too. */
export function findPeople<P extends { address: string; name?: string | undefined }>(people: readonly P[], typed: string): P[] {
  const words = plain(typed).trim().split(/\s+/)
  return people.filter(({ address, name = '' }) =>
    words.every((word) => plain(name).includes(word) || (/\d/.test(word) && address.toLowerCase().includes(word))),
  )
}

/** Names for a search: in lower case and without accents, by address in lower case. */
export function plainNamesOf(contacts: Contacts): ReadonlyMap<string, string> {
  return new Map([...contacts].map(([key, { name }]) => [key, plain(name)]))
}
