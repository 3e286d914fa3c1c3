import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { hasName } from '../../people/search.ts'
import { useContacts } from '../../people/useContacts.tsx'
import { useBoard, useBoardStore } from '../useBoard.ts'
import type { Filters } from './filters.ts'
import { writeFilters } from './marketQuery.ts'

/**
 * The marketplace filters, kept in the URL's query: a reload or a shared link shows the same offers. A search for a name of mine
 * is not: the server and whoever gets the link would read it.
 */
export function useFilters(): [Filters, (filters: Filters) => void] {
  const filters = useBoard(({ market }) => market.filters)
  const { filter } = useBoardStore()
  const [, setQuery] = useSearchParams()
  const { plainNames } = useContacts()
  const setFilters = useCallback(
    (next: Filters) => {
      filter(next)
      const isNamed = hasName(next.words, plainNames)
      setQuery((current) => writeFilters(current, isNamed ? { ...next, words: '' } : next), { replace: true })
    },
    [filter, setQuery, plainNames],
  )
  return [filters, setFilters]
}
