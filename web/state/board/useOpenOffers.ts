import { useRef, useState } from 'react'
import { type Book, fetchOpenOffers } from '../../chain/fetchDashboard.ts'
import type { Item, Offer } from '../../loans/loan.ts'

/** How many pages in a row may hold nothing but expired offers before the person has to ask for more. */
const MAX_EMPTY_PAGES = 3
// After a page that failed or was empty: the end of the list is still in view and would ask again at once. Doubled each time.
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type Further = {
  of: string
  /** All pages are read at one block. */
  blockNumber: bigint
  items: Item<Offer>[]
  refused: string[]
  next: number
  emptyPages: number
}

/**
 * The open offers: the dashboard's first page, and further pages on demand. When the list changes the further pages are
 * discarded, because every offset has shifted.
 */
export function useOpenOffers(book: Book | undefined, mine: readonly Item<Offer>[]) {
  const [further, setFurther] = useState<Further>()
  const [isLoadingMore, setLoadingMore] = useState(false)
  const isAsking = useRef(false)
  const fruitless = useRef(0)
  const endPause = useRef(() => {})

  const first = book?.openOffers
  const version = `${book?.openOffersLength} ${first?.items[0]?.loan.id}`
  const rest = further?.of === version ? further : undefined
  const total = book?.openOffersLength ?? 0
  const read = rest?.next ?? first?.next ?? 0
  const emptyPages = rest?.emptyPages ?? 0
  const isStopped = emptyPages >= MAX_EMPTY_PAGES

  const loadMore = async () => {
    if (!book || isAsking.current) return
    isAsking.current = true
    setLoadingMore(true)
    const blockNumber = rest?.blockNumber ?? book.blockNumber
    try {
      const page = await fetchOpenOffers({ ...book, blockNumber }, read)
      setFurther({
        of: version,
        blockNumber,
        items: [...(rest?.items ?? []), ...page.items],
        refused: [...(rest?.refused ?? []), ...page.refused],
        next: page.next,
        emptyPages: page.items.length > 0 ? 0 : emptyPages + 1,
      })
      fruitless.current = page.items.length > 0 ? 0 : fruitless.current + 1
    } catch {
      fruitless.current++
    }
    if (fruitless.current > 0) {
      const pause = Math.min(PAUSE_MS * 2 ** (fruitless.current - 1), LONGEST_PAUSE_MS)
      await new Promise<void>((resolve) => {
        endPause.current = resolve
        setTimeout(resolve, pause)
      })
    }
    isAsking.current = false
    setLoadingMore(false)
  }

  return {
    // Mine that are addressed to one person, or expired, are on no page of offers that anyone may take.
    offers: first && distinct([...first.items, ...mine, ...(rest?.items ?? [])]),
    refused: rest?.refused ?? [],
    openCount: total + mine.filter(({ loan }) => loan.borrower).length,
    reading: read >= total ? ('all' as const) : isStopped ? ('stopped' as const) : ('more' as const),
    isLoadingMore,
    loadMore,
    searchMore: () => {
      if (rest) setFurther({ ...rest, emptyPages: 0 })
      fruitless.current = 0
      endPause.current()
    },
  }
}

/** The same offer is on two pages when another was published between reading them. */
function distinct(items: Item<Offer>[]): Item<Offer>[] {
  return [...new Map(items.map((item) => [item.loan.id, item])).values()]
}
