import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { type Book, fetchItems, fetchOpenRows, MAX_SEARCHED, NO_ROWS, type ProposalRows } from '../chain/read/fetchDashboard.ts'
import { type Item, isProposal, kindOf, type Proposal } from '../loans/loan.ts'
import { useContacts } from '../people/useContacts.tsx'
import { useWallet } from '../session/session.tsx'
import { type Filters, isSearch, matching, select, sorted } from './market.ts'

/** How many matches are read whole at first, which is more than the folded list shows, and how many with each further page. */
const FIRST_COUNT = 12
const MORE_COUNT = 100
/** After a failure. */
const RETRY_MS = 10_000

const options = {
  networkMode: 'always',
  retry: false,
  refetchOnWindowFocus: false,
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? RETRY_MS : false),
} as const

/** As they were read whole at one state of the list, by id. Undefined: it is not open any more, or cannot be read. */
type Whole = { of: string; items: ReadonlyMap<bigint, Item<Proposal> | undefined>; refused: readonly string[] }

/**
 * What matches the filters, in their order. All that is open is searched: in the background they are read in short,
 * the first time that somebody filters or sorts, and again when the list has changed. Matches are read whole as they are shown.
 * `known` are those that are whole already; `isAllKnown`: there are no others.
 */
export function useSearch(
  book: Book | undefined,
  known: readonly Item<Proposal>[] | undefined,
  isAllKnown: boolean,
  current: Filters,
) {
  const { address } = useWallet()
  const { plainNames } = useContacts()
  // Deferred, so that typing never waits for thousands to be searched.
  const filters = useDeferredValue(current)
  const isWanted = book !== undefined && isSearch(filters)
  // Not deferred, as those that are known are not.
  const { kind } = current
  const { length = 0, items: newest = [] } = book?.open[kind] ?? {}
  const version = `${kind} ${book?.address} ${length} ${newest[0]?.loan.id}`

  const [part, setPart] = useState<ProposalRows & { of: string }>()
  const reading = useQuery({
    queryKey: ['openRows', kind, version],
    queryFn: ({ signal }) =>
      book
        ? fetchOpenRows(kind, book, length, (read) => setPart({ ...read, of: version }), {
            from: part?.of === version ? part : undefined,
            signal,
          })
        : NO_ROWS,
    enabled: isWanted && !isAllKnown,
    // Of the same kind alone: offers do not stand in for requests.
    placeholderData: (before, query) => (query?.queryKey[1] === kind ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    ...options,
  })
  const rows = !isWanted || isAllKnown ? NO_ROWS : (reading.data ?? (part?.of === version ? part : NO_ROWS))
  const isRead = !isWanted || isAllKnown || reading.data !== undefined

  // What was read whole before the list changed stays on screen until it is read again.
  const [whole, setWhole] = useState<Whole>()
  const readWhole = whole?.of === version ? whole : undefined
  const rowIds = useMemo(() => new Set(rows.items.map(({ loan }) => loan.id)), [rows])
  const matchingRows = useMemo(() => {
    const isGone = ({ loan }: { loan: Proposal }) => readWhole?.items.has(loan.id) && !readWhole.items.get(loan.id)
    return select(rows.items, filters, address, plainNames).filter((row) => !isGone(row))
  }, [rows, filters, address, plainNames, readWhole])
  const matchingKnown = select(known ?? [], filters, address, plainNames)
  const foundCount = matchingRows.length + matchingKnown.filter(({ loan }) => !rowIds.has(loan.id)).length

  const [asked, setAsked] = useState({ filters, count: FIRST_COUNT })
  const count = asked.filters === filters ? asked.count : FIRST_COUNT
  const isMatch = matching(filters, address, plainNames)
  const shown = isWanted ? merge(matchingKnown, matchingRows.slice(0, count), filters).slice(0, count) : matchingKnown
  const items = shown.flatMap((match) => {
    const item = 'record' in match ? match : whole?.items.get(match.loan.id)
    return item && isMatch(item.loan) ? item : []
  })
  const missing = shown
    .filter((match) => !('record' in match) && !readWhole?.items.has(match.loan.id))
    .slice(0, MORE_COUNT)
    .map(({ loan }) => loan.id)
  const finding = useQuery({
    queryKey: ['found', version, missing.join()],
    queryFn: async () => {
      if (!book) return null
      const found = await fetchItems(book, address, missing)
      const open = new Map(
        found.items
          .filter(isProposal)
          .filter(({ loan }) => kindOf(loan) === kind)
          .map((item) => [item.loan.id, item]),
      )
      setWhole((before) => {
        const kept = before?.of === version ? before : undefined
        const added = missing.map((id) => [id, open.get(id)] as const)
        return {
          of: version,
          items: new Map([...(kept?.items ?? []), ...added]),
          refused: [...(kept?.refused ?? []), ...found.refused],
        }
      })
      return null
    },
    enabled: missing.length > 0,
    ...options,
  })

  const hasMore = foundCount > count
  const failed = [reading, finding].filter(({ isError }) => isError)
  return {
    /** Undefined: nothing was read yet. */
    items: known && items,
    /** How many match, shown or not, and out of how many. */
    foundCount,
    searchedCount: rowIds.size + (known?.filter(({ loan }) => !rowIds.has(loan.id)).length ?? 0),
    /** How far the background reading is, in entries of the list. Undefined: it is done, or not needed. */
    progress: isRead ? undefined : { read: rows.next, all: Math.min(length, MAX_SEARCHED) },
    /** Whether there are open ones that were not searched. */
    isPartial: isWanted && isRead && !isAllKnown && !reading.isPlaceholderData && rows.next < length,
    refused: [...rows.refused, ...(readWhole?.refused ?? [])],
    isSearch: isWanted,
    hasMore: isWanted && (hasMore || missing.length > 0 || !isRead),
    isLoadingMore: missing.length > 0,
    showMore: () => {
      if (missing.length === 0 && hasMore) setAsked({ filters, count: count + MORE_COUNT })
    },
    hasFailed: failed.length > 0,
    tryAgain: () => {
      for (const { refetch } of failed) refetch()
    },
  }
}

type Found = Item<Proposal> | { loan: Proposal }

/** Both lists in one, sorted. Of one in both the one that is whole stays. */
function merge(known: readonly Item<Proposal>[], rows: readonly { loan: Proposal }[], { order }: Filters): Found[] {
  if (rows.length === 0) return [...known]
  return sorted([...new Map<bigint, Found>([...rows, ...known].map((found) => [found.loan.id, found])).values()], order)
}
