import type { Book, Page } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { Item, Proposal, ProposalKind } from '../../loans/loan.ts'
import type { Clock } from '../clock.ts'

/** How many pages in a row may hold nothing but expired ones before the person has to ask for more. */
const MAX_EMPTY_PAGES = 3
// After a page that failed or was empty: the end of the list is still in view and would ask again at once. Doubled each time.
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type Further = Page & { of: string; blockNumber: bigint; refused: readonly string[]; emptyPages: number }

/**
 * Pages of what anyone may take: the dashboard's first one, and further ones on demand, all read at one block. When the list
 * changes the further ones are discarded, because every offset has shifted.
 */
export function createOpenPages(reader: Pick<Reader, 'open'>, clock: Pick<Clock, 'every'>, onChange: () => void) {
  let further: Further | undefined
  let isLoading = false
  let fruitless = 0
  let endPause = () => {}

  const pause = async () => {
    const pauseMs = Math.min(PAUSE_MS * 2 ** (fruitless - 1), LONGEST_PAUSE_MS)
    let stop = () => {}
    await new Promise<void>((resolve) => {
      endPause = resolve
      stop = clock.every(pauseMs, resolve)
    })
    stop()
  }

  const load = async (kind: ProposalKind, book: Book, from: Further) => {
    if (isLoading) return
    isLoading = true
    onChange()
    try {
      const page = await reader.open(kind, { ...book, blockNumber: from.blockNumber }, from.next)
      const isEmpty = page.items.length === 0
      further = {
        ...from,
        items: [...from.items, ...page.items],
        refused: [...from.refused, ...page.refused],
        next: page.next,
        emptyPages: isEmpty ? from.emptyPages + 1 : 0,
      }
      fruitless = isEmpty ? fruitless + 1 : 0
    } catch {
      fruitless++
    }
    onChange()
    if (fruitless > 0) await pause()
    isLoading = false
    onChange()
  }

  return (kind: ProposalKind, book: Book | undefined) => {
    const first = kind === 'offer' || book?.areRequestsRead ? book?.open[kind] : undefined
    if (!book || !first) return { items: undefined, refused: [], reading: 'all' as const, ...NOTHING_TO_LOAD }
    const of = `${kind} ${first.length} ${first.items[0]?.loan.id}`
    const rest =
      further?.of === of
        ? further
        : { of, blockNumber: book.blockNumber, items: [], refused: [], next: first.next, emptyPages: 0 }
    const isStopped = rest.emptyPages >= MAX_EMPTY_PAGES
    return {
      items: [...first.items, ...rest.items],
      refused: rest.refused,
      /** `stopped`: nothing but expired ones came, and `searchMore` goes on. */
      reading: rest.next >= first.length ? ('all' as const) : isStopped ? ('stopped' as const) : ('more' as const),
      isLoadingMore: isLoading,
      loadMore: () => void load(kind, book, rest),
      searchMore: () => {
        further = { ...rest, emptyPages: 0 }
        fruitless = 0
        endPause()
        onChange()
      },
    }
  }
}

const NOTHING_TO_LOAD = { isLoadingMore: false, loadMore: () => {}, searchMore: () => {} }

/** One entry for each id: the same is on two pages when another was published between reading them. */
export function distinct(items: readonly Item<Proposal>[]): Item<Proposal>[] {
  return [...new Map(items.map((item) => [item.loan.id, item])).values()]
}
