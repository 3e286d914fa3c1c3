import type { Address } from 'viem'
import { type Book, countRead, MAX_SEARCHED, NO_ROWS, type ProposalRows } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import { type Item, isProposal, kindOf, type Proposal, type ProposalKind } from '../../loans/loan.ts'
import type { PlainNames } from '../../people/search.ts'
import { lastResult } from '../../store.ts'
import { createItems } from '../items.ts'
import type { Read } from '../reads.ts'
import { type Filters, hasExpired, isSearch, matching, select, sorted } from './filters.ts'

/** How many matches are read whole at first, enough for a folded list, and how many with each further page. */
export const FIRST_MATCHES = 12
export const MORE_MATCHES = 100

type Asked = {
  book: Book | undefined
  kind: ProposalKind
  /** Those that are known whole. Undefined: nothing was read yet. */
  known: readonly Item<Proposal>[] | undefined
  /** Changes when something has left the list. What came since is among the known ones. */
  version: string
  /** Unix seconds, by the chain's clock. */
  now: number
  /** There are no others. */
  isAllKnown: boolean
  filters: Filters
  /** How many matches are shown. */
  count: number
  names: PlainNames
}

type Match = { loan: Proposal }

/** How far the list was read. */
type RowsRead = { rows: ProposalRows; isDone: boolean }

/**
 * Matches of the filters, in their order. All that is open is searched: it is read in short, in the background, the first time
 * that somebody filters or sorts, and again when something has left it. Matches are read whole as they are shown.
 */
export function createSearch(reader: Pick<Reader, 'openRows' | 'items'>, me: Address) {
  const wholeItems = createItems(reader, { slot: 'found', most: MORE_MATCHES })
  /** Without those that have expired since they were read. */
  const openIn = lastResult((rows: readonly Match[], now: number) => {
    const open = rows.filter(({ loan }) => !hasExpired(loan, now))
    // The same array where it is all of them: what follows is then not computed again.
    return open.length === rows.length ? rows : open
  })
  const idsOf = lastResult((rows: readonly Match[]) => new Set(rows.map(({ loan }) => loan.id)))
  const matches = lastResult((rows: readonly Match[], filters: Filters, names: PlainNames) => select(rows, filters, me, names))
  /** The last list that was read to its end. It is shown while the next version of it is read. */
  let before: { kind: ProposalKind; rows: ProposalRows } | undefined

  const readRows = (read: Read, book: Book, kind: ProposalKind, version: string) => {
    const { data, isError, refetch } = read<RowsRead>('openRows', {
      queryKey: ['openRows', version],
      queryFn: async ({ client, queryKey, signal }) => {
        const keep = (rows: ProposalRows) => client.setQueryData<RowsRead>(queryKey, { rows, isDone: false })
        const from = client.getQueryData<RowsRead>(queryKey)?.rows
        return { rows: await reader.openRows(kind, book, keep, { from, signal }), isDone: true }
      },
      // Where somebody stopped searching half way, the next search goes on.
      staleTime: ({ state }) => (state.data?.isDone ? Number.POSITIVE_INFINITY : 0),
      structuralSharing: false,
    })
    const isRead = data?.isDone === true
    if (isRead) before = { kind, rows: data.rows }
    const outdated = before?.kind === kind ? before.rows : undefined
    return {
      rows: (isRead ? data.rows : (outdated ?? data?.rows)) ?? NO_ROWS,
      isRead: isRead || outdated !== undefined,
      isPartial: isRead && data.rows.next > 0,
      hasFailed: isError,
      tryAgain: () => void refetch(),
    }
  }

  return (read: Read, { book, kind, known: knownOnes, version, now, isAllKnown, filters, count, names }: Asked) => {
    const known = knownOnes ?? []
    const isWanted = book !== undefined && isSearch(filters)
    const reading = isWanted && !isAllKnown ? readRows(read, book, kind, version) : ALL_KNOWN
    const open = openIn(reading.rows.items, now)
    const rowIds = idsOf(open)
    const matchingKnown = select(known, filters, me, names)
    const matchingRows = matches(open, filters, names)

    const openOne = (id: bigint) => {
      const item = wholeItems.get(id)
      return item && isProposal(item) && kindOf(item.loan) === kind ? item : undefined
    }
    /** Whether it was read whole and is not open any more, or cannot be read. */
    const isGone = ({ loan: { id } }: Match) => wholeItems.isCurrent({ id, version }) && openOne(id) === undefined

    let rows: readonly Match[]
    let shown: readonly Match[]
    let whole: ReturnType<typeof wholeItems.want>
    do {
      rows = matchingRows.filter((match) => !isGone(match))
      shown = isWanted ? merge(matchingKnown, rows.slice(0, count), filters).slice(0, count) : matchingKnown
      const unread = shown.filter((match) => !isWhole(match))
      whole = wholeItems.want(
        read,
        book,
        unread.map(({ loan }) => ({ id: loan.id, version })),
      )
      // Others take the place of those that are gone, and may have to be read in turn.
    } while (shown.some((match) => !isWhole(match) && isGone(match)))

    const isMatch = matching(filters, me, names)
    const items = shown.flatMap((match) => {
      const item = isWhole(match) ? match : openOne(match.loan.id)
      return item && isMatch(item.loan) ? [item] : []
    })
    const foundCount = rows.length + matchingKnown.filter(({ loan }) => !rowIds.has(loan.id)).length
    const isLoading = whole.missingCount > 0
    const failed = [reading, whole].filter(({ hasFailed }) => hasFailed)
    return {
      /** Undefined: nothing was read yet. */
      items: knownOnes && items,
      /** How many match, shown or not, and out of how many. */
      foundCount,
      searchedCount: rowIds.size + known.filter(({ loan }) => !rowIds.has(loan.id)).length,
      /** How far the background reading is, in entries of the list. Undefined: it is done, or not needed. */
      progress: reading.isRead
        ? undefined
        : { read: countRead(reading.rows), all: Math.min(book?.open[kind].length ?? 0, MAX_SEARCHED) },
      /** Whether there are open ones that were not searched. */
      isPartial: reading.isPartial,
      refused: [...reading.rows.refused, ...whole.refused],
      isSearch: isWanted,
      hasMore: isWanted && (foundCount > count || isLoading || !reading.isRead),
      isLoadingMore: isLoading,
      canShowMore: !isLoading && foundCount > count,
      hasFailed: failed.length > 0,
      tryAgain: () => {
        for (const { tryAgain } of failed) tryAgain()
      },
    }
  }
}

const ALL_KNOWN = { rows: NO_ROWS, isRead: true, isPartial: false, hasFailed: false, tryAgain: () => {} }

function isWhole(match: Match): match is Item<Proposal> {
  return 'record' in match
}

/** Both lists in one, sorted. Of one in both the one that is whole stays. */
function merge(known: readonly Item<Proposal>[], rows: readonly Match[], { order }: Filters): Match[] {
  if (rows.length === 0) return [...known]
  return sorted([...new Map<bigint, Match>([...rows, ...known].map((found) => [found.loan.id, found])).values()], order)
}
