import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Book, fetchItems, fetchRows } from '../chain/read/fetchDashboard.ts'
import { MAX_ROWS, OWN_PAGE } from '../loans/limits.ts'
import { type Item, isProposal, isTaken, type Row } from '../loans/loan.ts'
import { useWallet } from '../session/session.tsx'
import { inOrder } from './ownLoans.ts'
import { useWantedLoan } from './wantedLoan.tsx'

/** How many active loans are shown at first: two screens of a phone, and none that the dashboard does not bring whole. */
const FIRST_COUNT = Math.min(4, OWN_PAGE)
/** By how many loans the list grows. */
const MORE_COUNT = 25
/** How many open ones are read whole at once. */
const OPEN_COUNT = 200
/** After a failure. */
const RETRY_MS = 10_000
/** How often loans beyond the newest thousand are read again. */
const OLDER_MS = 30_000

const NOTHING = { items: [], refused: [] }

const options = {
  placeholderData: keepPreviousData,
  networkMode: 'always',
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? RETRY_MS : false),
} as const

/**
 * One of my lists. The dashboard brings all loans in short and the first ones whole; the others are read whole when they are
 * shown, and those beyond the newest thousand in short as well. `inDialogs`: the loans of open dialogs, which stay known.
 */
export function useOwnLoans(book: Book | undefined, list: 'lent' | 'borrowed' | 'requested', inDialogs: readonly bigint[] = []) {
  const { address } = useWallet()
  const { wanted } = useWantedLoan()
  const [chosenCount, setCount] = useState(FIRST_COUNT)
  // None while the ended loans are folded.
  const [endedCount, setEndedCount] = useState(0)
  const own = book?.[list]

  const isLong = own !== undefined && own.length > MAX_ROWS
  const older = useQuery({
    queryKey: ['rows', book?.address, address, list, own?.length],
    queryFn: () => (book ? fetchRows(book, address, list, MAX_ROWS) : NOTHING),
    enabled: isLong,
    ...options,
    // Nothing in the dashboard tells that one of these changed.
    refetchInterval: OLDER_MS,
  })
  const rows = useMemo(() => [...(own?.rows ?? []), ...(older.data?.items ?? [])], [own, older.data])
  const { active, ended } = useMemo(() => inOrder(rows), [rows])
  const wantedPlace = wanted?.side === list ? active.findIndex(({ id }) => id === wanted.id) : -1
  const count = Math.max(chosenCount, wantedPlace + 1)
  // A request that was funded is shown in the list of the loans that I took.
  const shown = list === 'requested' ? [] : [...active.slice(0, count), ...ended.slice(0, endedCount)]
  const open = rows.filter(({ status }) => status === 'open' || status === 'requested')
  const asked = rows.filter(({ id }) => inDialogs.includes(id) && !shown.some((other) => other.id === id))

  const known = new Set(own?.items.map(({ loan }) => loan.id))
  const missing = (list: readonly Row[]) => list.filter(({ id }) => !known.has(id))
  // In parts of their own, so that showing more does not read again what is shown.
  const reads = useQueries({
    queries: [...inParts(missing(asked), 1), ...inParts(missing(shown), MORE_COUNT), ...inParts(missing(open), OPEN_COUNT)].map(
      (part) => {
        const ids = part.map(({ id }) => id)
        return {
          queryKey: ['items', book?.address, address, part.map(versionOf).join()],
          queryFn: () => (book ? fetchItems(book, address, ids) : NOTHING),
          ...options,
        }
      },
    ),
  })
  const read = reads.flatMap(({ data }) => data ?? [])
  const whole = new Map<bigint, Item>(
    [...read.flatMap(({ items }) => items), ...(own?.items ?? [])].map((item) => [item.loan.id, item]),
  )
  const itemsOf = (list: readonly Row[]) => list.flatMap(({ id }) => whole.get(id) ?? [])
  const proposals = itemsOf(open).filter(isProposal)
  const failed = [older, ...reads].filter(({ isError }) => isError)

  return {
    rows,
    /** Whether `rows` are all of them. */
    areRowsWhole: own !== undefined && (!isLong || older.data !== undefined),
    /** The active loans that are shown. */
    loans: itemsOf(active.slice(0, count)).filter(isTaken),
    /** Every taken loan that is known whole, shown or not. */
    known: [...whole.values()].filter(isTaken),
    /** What I published and nobody has taken. */
    proposals,
    areProposalsWhole: proposals.length === open.length,
    refused: [...(older.data?.refused ?? []), ...read.flatMap(({ refused }) => refused)],
    /** How many loans were taken, and how many of the active ones are not shown yet. */
    takenCount: active.length + ended.length,
    hiddenCount: Math.max(0, active.length - count),
    isLoadingMore: reads.some(({ isFetching }) => isFetching),
    showMore: () => setCount(count + MORE_COUNT),
    ended: {
      count: ended.length,
      hasForgiven: ended.some(({ status }) => status === 'forgiven'),
      loans: itemsOf(ended.slice(0, endedCount)).filter(isTaken),
      hiddenCount: Math.max(0, ended.length - endedCount),
      isOpen: endedCount > 0,
      toggle: () => setEndedCount(endedCount > 0 ? 0 : MORE_COUNT),
      showMore: () => setEndedCount(endedCount + MORE_COUNT),
    },
    hasFailed: failed.length > 0,
    tryAgain: () => {
      for (const { refetch } of failed) refetch()
    },
  }
}

function inParts(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => rows.slice(part * size, (part + 1) * size))
}

/** Changes when the loan does, so that it is read again. */
function versionOf({ id, status, owed, nextDue }: Row): string {
  return `${id} ${status} ${owed} ${nextDue}`
}
