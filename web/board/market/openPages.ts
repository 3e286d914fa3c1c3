import type { Address } from 'viem'
import { type Book, distinct, type Page } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { Item, Proposal, ProposalKind } from '../../loans/loan.ts'
import type { Clock } from '../clock.ts'

/** How many pages in a row may hold nothing but expired ones before the person has to ask for more. */
const MAX_EMPTY_PAGES = 3
// After a page that failed: the end of the list is still in view and would ask again at once. Doubled each time.
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Knowledge of a list so far. Its `items` were seen below the dashboard's page. */
type Known = Pick<Page, 'items'> & {
  book: Address
  first: Book['open'][ProposalKind]
  /** Every id from the first page's `next` up to here, which it is below, was seen. */
  end: number
  /** Where the last further page ends. Undefined: none was read. */
  pagesEnd: number | undefined
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
  const loading: Record<ProposalKind, Loading> = { offer: { ...NOT_LOADING }, request: { ...NOT_LOADING } }
  let versions = 0

  /** Returns whether somebody ended it, to try again. */
  const pause = async (state: Loading): Promise<boolean> => {
    const pauseMs = Math.min(PAUSE_MS * 2 ** (state.failures - 1), LONGEST_PAUSE_MS)
    let stop = () => {}
    const isEnded = await new Promise<boolean>((resolve) => {
      state.endPause = () => resolve(true)
      stop = clock.every(pauseMs, () => resolve(false))
    })
    stop()
    return isEnded
  }

  /** Reads the next page into what is known. Returns whether the one after it has to be read as well: there was nothing on it. */
  const loadPage = async (kind: ProposalKind, book: Book, before: Known): Promise<boolean> => {
    const page = await reader.open(kind, book, nextOf(before))
    const known = lists.get(kind)
    if (known?.version !== before.version) return false
    const isEmpty = page.items.length === 0
    const loaded = {
      ...known,
      items: distinct([...known.items, ...page.items]),
      refused: [...known.refused, ...page.refused],
      pagesEnd: page.next,
      emptyPages: isEmpty ? known.emptyPages + 1 : 0,
    }
    lists.set(kind, loaded)
    return isEmpty && readingOf(loaded) === 'more'
  }

  const load = async (kind: ProposalKind, book: Book): Promise<void> => {
    const state = loading[kind]
    if (state.isLoading) return
    state.isLoading = true
    onChange()
    try {
      for (let isWanted = true; isWanted; ) {
        const known = lists.get(kind)
        isWanted = known !== undefined && (await loadPage(kind, book, known))
      }
      state.failures = 0
    } catch {
      state.failures++
    }
    onChange()
    const isAskedAgain = state.failures > 0 && (await pause(state))
    state.isLoading = false
    if (isAskedAgain) void load(kind, book)
    else onChange()
  }

  const update = (kind: ProposalKind, book: Book, first: Known['first']): Known => {
    const before = lists.get(kind)
    if (before?.first === first) return before
    const known = (before && grown(before, book, first)) ?? {
      book: book.address,
      first,
      end: book.nextId,
      version: `${kind} ${++versions}`,
      pagesEnd: undefined,
      items: [],
      refused: [],
      emptyPages: 0,
    }
    lists.set(kind, known)
    return known
  }

  return (kind: ProposalKind, book: Book | undefined) => {
    const first = kind === 'offer' || book?.areRequestsRead ? book?.open[kind] : undefined
    if (!book || !first) return { items: undefined, refused: [], version: '', reading: 'all' as const, ...NOTHING_TO_LOAD }
    const known = update(kind, book, first)
    const state = loading[kind]
    return {
      // An id that is missing in the first page's own range is gone.
      items: distinct([...first.items, ...below(first.next, known.items)]),
      refused: known.refused,
      version: known.version,
      reading: readingOf(known),
      isLoadingMore: state.isLoading,
      hasFailed: state.failures > 0 && nextOf(known) > 0,
      loadMore: () => void load(kind, book),
      tryAgain: () => (state.isLoading ? state.endPause() : void load(kind, book)),
      searchMore: () => {
        lists.set(kind, { ...known, emptyPages: 0 })
        void load(kind, book)
      },
    }
  }
}

export type OpenPages = ReturnType<ReturnType<typeof createOpenPages>>

type Loading = {
  isLoading: boolean
  /** How many pages failed in a row. */
  failures: number
  endPause: () => void
}

const NOT_LOADING: Loading = { isLoading: false, failures: 0, endPause: () => {} }

const NOTHING_TO_LOAD = {
  isLoadingMore: false,
  hasFailed: false,
  loadMore: () => {},
  tryAgain: () => {},
  searchMore: () => {},
}

/**
 * Where the next page begins. Of the dashboards only the newest counts: one false answer would otherwise hide the rest of the
 * list for as long as nothing leaves it.
 */
function nextOf({ first, pagesEnd = first.next }: Known): number {
  return Math.min(first.next, pagesEnd)
}

/** `stopped`: nothing but expired ones came, and `searchMore` goes on. */
function readingOf(known: Known): 'all' | 'stopped' | 'more' {
  return nextOf(known) === 0 ? 'all' : known.emptyPages >= MAX_EMPTY_PAGES ? 'stopped' : 'more'
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
    // Also those that have made room on the first page.
    items: distinct([...below(first.next, known.first.items), ...known.items]),
  }
}

function below(id: number, items: readonly Item<Proposal>[]): Item<Proposal>[] {
  return items.filter(({ loan }) => loan.id < id)
}
