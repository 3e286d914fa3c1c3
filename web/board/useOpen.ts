import { useRef, useState } from 'react'
import { type Book, fetchOpen } from '../chain/read/fetchDashboard.ts'
import type { Item, Proposal, ProposalKind } from '../loans/loan.ts'

/** How many pages in a row may hold nothing but expired ones before the person has to ask for more. */
const MAX_EMPTY_PAGES = 3
// After a page that failed or was empty: the end of the list is still in view and would ask again at once. Doubled each time.
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type Further = {
  of: string
  /** All pages are read at one block. */
  blockNumber: bigint
  items: Item<Proposal>[]
  refused: string[]
  next: number
  emptyPages: number
}

/**
 * What anyone may take: the dashboard's first page, and further pages on demand. `mine`: what I published myself. When the
 * list changes the further pages are discarded, because every offset has shifted.
 */
export function useOpen(kind: ProposalKind, book: Book | undefined, mine: readonly Item<Proposal>[]) {
  const [further, setFurther] = useState<Further>()
  const [isLoadingMore, setLoadingMore] = useState(false)
  const isAsking = useRef(false)
  const fruitless = useRef(0)
  const endPause = useRef(() => {})

  const first = kind === 'offer' || book?.areRequestsRead ? book?.open[kind] : undefined
  const version = `${kind} ${first?.length} ${first?.items[0]?.loan.id}`
  const rest = further?.of === version ? further : undefined
  const total = first?.length ?? 0
  const read = rest?.next ?? first?.next ?? 0
  const emptyPages = rest?.emptyPages ?? 0
  const isStopped = emptyPages >= MAX_EMPTY_PAGES

  const loadMore = async () => {
    if (!book || isAsking.current) return
    isAsking.current = true
    setLoadingMore(true)
    const blockNumber = rest?.blockNumber ?? book.blockNumber
    try {
      const page = await fetchOpen(kind, { ...book, blockNumber }, read)
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
    // Undefined: not read yet. Mine that are addressed to one person, or expired, are on no page of what anyone may take.
    items: first && distinct([...first.items, ...mine, ...(rest?.items ?? [])]),
    refused: rest?.refused ?? [],
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

/** The same one is on two pages when another was published between reading them. */
function distinct(items: Item<Proposal>[]): Item<Proposal>[] {
  return [...new Map(items.map((item) => [item.loan.id, item])).values()]
}
