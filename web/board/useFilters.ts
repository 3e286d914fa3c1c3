import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { hasName } from '../people/search.ts'
import { useContacts } from '../people/useContacts.tsx'
import type { Filters } from './market.ts'
import { readFilters, writeFilters } from './marketQuery.ts'

/**
 * The marketplace filters, kept in the URL's query: a reload or a shared link shows the same offers. A search for a name of mine
 * is not: the server and whoever gets the link would read it.
 */
export function useFilters(): [Filters, (filters: Filters) => void] {
  const [query, setQuery] = useSearchParams()
  const { plainNames } = useContacts()
  const [named, setNamed] = useState('')
  const filters = useMemo(() => ({ ...readFilters(query), ...(named && { words: named }) }), [query, named])
  const setFilters = useCallback(
    (next: Filters) => {
      const isNamed = hasName(next.words, plainNames)
      setNamed(isNamed ? next.words : '')
      setQuery((current) => writeFilters(current, isNamed ? { ...next, words: '' } : next), { replace: true })
    },
    [setQuery, plainNames],
  )
  return [filters, setFilters]
}
