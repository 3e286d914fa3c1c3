import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Book, fetchItems, fetchRows } from '../../chain/fetchDashboard.ts'
import { MAX_ROWS, OWN_PAGE } from '../../loans/limits.ts'
import { type Item, isOffer, isTaken, type Row } from '../../loans/loan.ts'
import { takenInOrder } from '../../loans/ownLoans.ts'
import { useWallet } from '../session/session.tsx'

/** By how many loans the list grows. */
const MORE_COUNT = 25

/**
 * One of my lists. The dashboard brings all loans in short and the first ones whole; the others are read whole when they are
 * shown, and those beyond the newest thousand in short as well.
 */
export function useOwnLoans(book: Book | undefined, list: 'lent' | 'borrowed') {
  const { address } = useWallet()
  const [count, setCount] = useState(OWN_PAGE)
  const own = book?.[list]

  const { data: older = [] } = useQuery({
    queryKey: ['rows', book?.address, address, list, own?.length],
    queryFn: () => (book ? fetchRows(book.address, address, list, MAX_ROWS) : []),
    enabled: own !== undefined && own.length > MAX_ROWS,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  const rows = [...(own?.rows ?? []), ...older]
  const taken = takenInOrder(rows)
  const wanted = [...taken.slice(0, count), ...rows.filter(({ status }) => status === 'open')]

  const known = new Set(own?.items.map(({ loan }) => loan.id))
  const missing = wanted.filter(({ id }) => !known.has(id))
  const { data: read = [], isFetching } = useQuery({
    queryKey: ['items', book?.address, address, missing.map(versionOf).join()],
    queryFn: () =>
      book
        ? fetchItems(
            book.address,
            address,
            missing.map(({ id }) => id),
          )
        : [],
    enabled: missing.length > 0,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  const whole = new Map<bigint, Item>([...read, ...(own?.items ?? [])].map((item) => [item.loan.id, item]))
  const items = wanted.flatMap(({ id }) => whole.get(id) ?? [])

  return {
    rows,
    loans: items.filter(isTaken),
    openOffers: items.filter(isOffer),
    /** How many taken loans are not shown yet. */
    hiddenCount: Math.max(0, taken.length - count),
    isLoadingMore: isFetching,
    showMore: () => setCount(count + MORE_COUNT),
  }
}

/** Changes when the loan does, so that it is read again. */
function versionOf({ id, status, owed, nextDue }: Row): string {
  return `${id} ${status} ${owed} ${nextDue}`
}
