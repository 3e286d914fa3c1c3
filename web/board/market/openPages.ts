import type { Address } from 'viem'
import type { Book, Page } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { Item, Proposal, ProposalKind } from '../../loans/loan.ts'
import type { Clock } from '../clock.ts'

/** How many pages in a row may hold nothing but expired ones before the person has to ask for more. */
const MAX_EMPTY_PAGES = 3
// After a page that failed: the end of the list is still in view and would ask again at once. Doubled each time.
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** What is known of a list. Its `items` are those below the dashboard's page, its `next` is where all of them end. */
type Known = Page & {
  book: Address
  first: Book['open'][ProposalKind]
  /** Every id from `next` up to here, which it is below, was seen. */
  end: number
  /** Another one where something has left the list: nothing below the first page is known any more. */
  version: string
  refused: readonly string[]
  emptyPages: number
}

/**
 * Pages of what anyone may take: the dashboard's first one, and further ones on demand. What is published meanwhile comes on
 * top, and the others stay. When somebody has taken or withdrawn one the further ones are discarded, because it may be there.
 */
export function createOpenPages(reader: Pick<Reader, 'open'>, clock: Pick<Clock, 'every'>, onChange: () => void) {
  const lists = new Map<ProposalKind, Known>()
  let versions = 0
  let isLoading = false
  let failures = 0

  const pause = async () => {
    const pauseMs = Math.min(PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    let stop = () => {}
    await new Promise<void>((resolve) => {
      stop = clock.every(pauseMs, resolve)
    })
    stop()
  }

  /** Reads the next page into what is known. Returns whether the one after it has to be read as well: there was nothing on it. */
  const loadPage = async (kind: ProposalKind, book: Book, { version, next }: Known): Promise<boolean> => {
    const page = await reader.open(kind, book, next)
    const known = lists.get(kind)
    if (known?.version !== version) return false
    const isEmpty = page.items.length === 0
    const loaded = {
      ...known,
      items: [...known.items, ...below(known.first.next, page.items)],
      refused: [...known.refused, ...page.refused],
      next: Math.min(known.next, page.next),
      emptyPages: isEmpty ? known.emptyPages + 1 : 0,
    }
    lists.set(kind, loaded)
    return isEmpty && readingOf(loaded) === 'more'
  }

  const load = async (kind: ProposalKind, book: Book) => {
    if (isLoading) return
    isLoading = true
    onChange()
    try {
      for (let isWanted = true; isWanted; ) {
        const known = lists.get(kind)
        isWanted = known !== undefined && (await loadPage(kind, book, known))
      }
      failures = 0
    } catch {
      failures++
    }
    onChange()
    if (failures > 0) await pause()
    isLoading = false
    onChange()
  }

  const update = (kind: ProposalKind, book: Book, first: Known['first']): Known => {
    const before = lists.get(kind)
    if (before?.first === first) return before
    const known = (before && grown(before, book, first)) ?? {
      book: book.address,
      first,
      end: book.nextId,
      version: `${kind} ${++versions}`,
      items: [],
      refused: [],
      next: first.next,
      emptyPages: 0,
    }
    lists.set(kind, known)
    return known
  }

  return (kind: ProposalKind, book: Book | undefined) => {
    const first = kind === 'offer' || book?.areRequestsRead ? book?.open[kind] : undefined
    if (!book || !first) return { items: undefined, refused: [], version: '', reading: 'all' as const, ...NOTHING_TO_LOAD }
    const known = update(kind, book, first)
    return {
      items: [...first.items, ...known.items],
      refused: known.refused,
      version: known.version,
      reading: readingOf(known),
      isLoadingMore: isLoading,
      loadMore: () => void load(kind, book),
      searchMore: () => {
        lists.set(kind, { ...known, emptyPages: 0 })
        void load(kind, book)
      },
    }
  }
}

export type OpenPages = ReturnType<ReturnType<typeof createOpenPages>>

const NOTHING_TO_LOAD = { isLoadingMore: false, loadMore: () => {}, searchMore: () => {} }

/** `stopped`: nothing but expired ones came, and `searchMore` goes on. */
function readingOf({ next, emptyPages }: Known): 'all' | 'stopped' | 'more' {
  return next === 0 ? 'all' : emptyPages >= MAX_EMPTY_PAGES ? 'stopped' : 'more'
}

/** The same list with what was published since on top. Undefined: something has left it, or more came than one page holds. */
function grown(known: Known, { address, nextId }: Book, first: Known['first']): Known | undefined {
  const addedCount = first.items.filter(({ loan }) => loan.id >= known.end).length
  const hasLost = first.length !== known.first.length + addedCount
  // Ids are never reused, but by a chain that was reorganised.
  const isJoined = first.next <= known.end && known.end <= nextId
  if (known.book !== address || hasLost || !isJoined) return undefined
  return {
    ...known,
    first,
    end: nextId,
    // Also those that have made room on the first page. What is missing in that one's own range is gone.
    items: below(first.next, [...known.first.items, ...known.items]),
    next: Math.min(known.next, first.next),
  }
}

function below(id: number, items: readonly Item<Proposal>[]): Item<Proposal>[] {
  return items.filter(({ loan }) => loan.id < id)
}

/** One entry for each id: mine are also in my own list. */
export function distinct(items: readonly Item<Proposal>[]): Item<Proposal>[] {
  return [...new Map(items.map((item) => [item.loan.id, item])).values()]
}
