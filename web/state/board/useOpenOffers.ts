import { useRef, useState } from 'react'
import { type Book, fetchOpenOffers, PAGE } from '../../chain/fetchDashboard.ts'
import type { Item } from '../../loans/loan.ts'
import { isOffer } from '../../loans/market.ts'

/** How many offers are looked through before the person is asked whether to go on. */
const SEARCHED_AT_ONCE = 2_000
/** Milliseconds between a page that could not be read and the next try. */
const PAUSE = 4_000

type Further = { of: string; items: Item[]; read: number }

/**
 * The open offers: the first page as the dashboard brings it, and further ones as they are wanted. When the book changes,
 * what was read further is forgotten, because every page has shifted.
 */
export function useOpenOffers(book: Book | undefined, isFiltered: boolean) {
  const [further, setFurther] = useState<Further>()
  const [limit, setLimit] = useState(SEARCHED_AT_ONCE)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const isAsking = useRef(false)

  const version = `${book?.openOffersLength} ${book?.openOffers[0]?.loan.id}`
  const rest = further?.of === version ? further : undefined
  const total = book?.openOffersLength ?? 0
  const read = Math.min(PAGE, total) + (rest?.read ?? 0)

  const loadMore = async () => {
    if (!book || isAsking.current) return
    isAsking.current = true
    setLoadingMore(true)
    try {
      const page = await fetchOpenOffers(book.address, read)
      setFurther({ of: version, items: [...(rest?.items ?? []), ...page.items], read: (rest?.read ?? 0) + page.read })
    } catch {
      // The end of the list is still in sight and asks again at once: not faster than a node can bear.
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    } finally {
      isAsking.current = false
      setLoadingMore(false)
    }
  }

  // Mine that are for one person stand on no page of those that anyone may take.
  const mine = book?.lent.filter(isOffer) ?? []

  return {
    offers: book && distinct([...book.openOffers, ...mine, ...(rest?.items ?? [])]),
    openCount: total + mine.filter(({ loan }) => loan.borrower).length,
    reading: read >= total ? ('all' as const) : isFiltered && read >= limit ? ('stopped' as const) : ('more' as const),
    isLoadingMore,
    loadMore,
    searchMore: () => setLimit(read + SEARCHED_AT_ONCE),
  }
}

/** An offer may stand on two pages when one was published between reading them. */
function distinct(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [item.loan.id, item])).values()]
}
