import { useRef, useState } from 'react'
import { type Book, fetchOpenOffers } from '../../chain/fetchDashboard.ts'
import type { Item, Offer } from '../../loans/loan.ts'

/** How many offers a filter searches before the person has to ask for more. */
const SEARCHED_AT_ONCE = 2_000
const RETRY_MS = 4_000

type Further = { of: string; items: Item<Offer>[]; next: number }

/**
 * The open offers: the dashboard's first page, and further pages on demand. When the list changes the further pages are
 * discarded, because every offset has shifted.
 */
export function useOpenOffers(book: Book | undefined, mine: readonly Item<Offer>[], isFiltered: boolean) {
  const [further, setFurther] = useState<Further>()
  const [limit, setLimit] = useState(SEARCHED_AT_ONCE)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const isAsking = useRef(false)

  const first = book?.openOffers
  const version = `${book?.openOffersLength} ${first?.items[0]?.loan.id}`
  const rest = further?.of === version ? further : undefined
  const total = book?.openOffersLength ?? 0
  const read = rest?.next ?? first?.next ?? 0

  const loadMore = async () => {
    if (!book || isAsking.current) return
    isAsking.current = true
    setLoadingMore(true)
    try {
      const page = await fetchOpenOffers(book.address, read)
      setFurther({ of: version, items: [...(rest?.items ?? []), ...page.items], next: page.next })
    } catch {
      // Backs off: the end of the list is still in view and would ask again at once.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    } finally {
      isAsking.current = false
      setLoadingMore(false)
    }
  }

  return {
    // Mine that are addressed to one person, or expired, are on no page of offers that anyone may take.
    offers: first && distinct([...first.items, ...mine, ...(rest?.items ?? [])]),
    openCount: total + mine.filter(({ loan }) => loan.borrower).length,
    reading: read >= total ? ('all' as const) : isFiltered && read >= limit ? ('stopped' as const) : ('more' as const),
    isLoadingMore,
    loadMore,
    searchMore: () => setLimit(read + SEARCHED_AT_ONCE),
  }
}

/** The same offer is on two pages when another was published between reading them. */
function distinct(items: Item<Offer>[]): Item<Offer>[] {
  return [...new Map(items.map((item) => [item.loan.id, item])).values()]
}
