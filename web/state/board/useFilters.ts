import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { Filters } from '../../loans/market.ts'
import { readFilters, writeFilters } from '../../loans/marketQuery.ts'

/** The marketplace filters, kept in the URL's query: a reload or a shared link shows the same offers. */
export function useFilters(): [Filters, (filters: Filters) => void] {
  const [query, setQuery] = useSearchParams()
  const filters = useMemo(() => readFilters(query), [query])
  const setFilters = useCallback(
    (next: Filters) => setQuery((current) => writeFilters(current, next), { replace: true }),
    [setQuery],
  )
  return [filters, setFilters]
}
