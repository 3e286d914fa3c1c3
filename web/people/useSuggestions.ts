import { useCallback, useMemo } from 'react'
import type { Address } from 'viem'
import { byName, findPeople } from './contacts.ts'
import { useContacts } from './useContacts.tsx'

/** Whom one may mean where an address is asked for: contacts first, then others with whom one has dealt. */
export function useSuggestions(dealtWith: readonly Address[]): (typed: string) => Address[] {
  const { contacts } = useContacts()
  const people = useMemo(
    () => [
      ...byName(contacts),
      ...dealtWith.filter((address) => !contacts.has(address.toLowerCase())).map((address) => ({ address })),
    ],
    [contacts, dealtWith],
  )
  return useCallback((typed) => findPeople(people, typed).map(({ address }) => address), [people])
}
