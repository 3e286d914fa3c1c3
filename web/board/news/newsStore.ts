import type { Entry } from '../../chain/outbox/outbox.ts'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import { paymentIn } from '../../commands/command.ts'
import type { Arrival } from '../../loans/activity.ts'
import { isMinimal } from '../../loans/transfer.ts'
import type { Dollars } from '../../loans/units.ts'
import { createListeners, type Source } from '../../store.ts'
import type { Board, BoardView } from '../board.ts'
import type { Clock } from '../clock.ts'
import {
  type ArrivalNews,
  comparable,
  decodeSnapshot,
  encodeSnapshot,
  keyOf,
  type News,
  newArrivals,
  newForMe,
  newsBetween,
  type OwnRows,
  proposalNews,
  type Snapshot,
  snapshotOf,
} from './news.ts'

/** Before a node that gave no events is asked for them again: not with every answer of the dashboard. */
const SEARCH_PAUSE_MS = 180_000

type Snapshots = { read: () => Promise<string | undefined>; write: (text: string) => Promise<unknown> }

type Options = {
  board: Pick<Board, 'get' | 'subscribe'>
  outbox: Source<readonly Entry[]>
  clock: Pick<Clock, 'elapsed'>
  /** The dollars that others sent to me since a block. */
  readArrivals: (book: Book, from: bigint, signal: AbortSignal) => Promise<readonly Arrival[]>
}

/**
 * News: what others sent me, offered me, asked of me or did to my loans. `get`: since the last visit, as a list; `onNews`: from
 * now on, each told once. Compares what the dashboard reads anyway with a snapshot that is kept on the device; events are
 * searched only if my dollars changed by a dollar or more.
 */
export function createNews({ board, outbox, clock, readArrivals }: Options) {
  let snapshots: Snapshots | undefined
  /** The last snapshot, kept or not. */
  let seen: Snapshot | undefined
  /** The snapshot of the last visit, and what was new when this one began. */
  let since: { before: Snapshot; keys: readonly string[] } | undefined
  let arrived: readonly ArrivalNews[] = []
  let onNews = (_: readonly News[]) => {}
  let compared: Book | undefined
  let isFirst = true
  /** Whether what arrived since the last visit was found. */
  let isCaughtUp = false
  let isSearching = false
  let searchAgainAt = 0
  let leaving = new AbortController()

  const keep = (next: Snapshot) => {
    seen = next
    // Without storage there is no news at the next visit, and nothing to say about it.
    snapshots?.write(encodeSnapshot(next)).catch(() => {})
  }
  const newsSince = (before: Snapshot, own: OwnRows) => [
    ...newsBetween(before, own, board.get().now, (id, block) => notedBy(outbox.get(), id, block)),
    ...newForMe(before, own),
  ]

  const compare = (book: Book, own: OwnRows) => {
    const last = seen
    const before = last && comparable(last, book)
    if (last && !before) return
    const news = before ? newsSince(before, own) : proposalNews(own.forMe)
    if (isFirst && before && news.length > 0) since = { before, keys: news.map(keyOf) }
    else if (news.length > 0) onNews(news)
    isFirst = false
    // Dollars that arrived before the first visit are not searched for.
    const arrivals = before?.arrivals ?? { dollars: book.dollarBalance, from: book.blockNumber + 1n, told: [] }
    const next = snapshotOf(own, board.get().now, book.blockNumber, arrivals, before)
    // Where nothing changed, only the moment would: that matters once something became due, which is news.
    if (last && before === last && isSameBut(next, last) && news.length === 0) seen = next
    else keep(next)
  }

  const search = async (book: Book) => {
    const { signal } = leaving
    const watch = seen?.arrivals
    if (!seen || !watch || isSearching || clock.elapsed() < searchAgainAt || book.blockNumber < seen.block) return
    // Anyone can change it by a little, as often as they like. Little sums add up.
    if (isMinimal(difference(watch.dollars, book.dollarBalance))) {
      isCaughtUp = true
      return
    }
    isSearching = true
    try {
      const found = await readArrivals(book, watch.from, signal)
      signal.throwIfAborted()
      const { isKnown } = board.get().acquaintances
      const { news, next } = newArrivals(watch, found, { dollars: book.dollarBalance, block: book.blockNumber, isKnown })
      keep({ ...seen, arrivals: next })
      const isSince = !isCaughtUp
      isCaughtUp = true
      if (!isSince && news.length > 0) onNews(news)
      // Not what a reorganisation took back.
      const keys = new Set(found.map((arrival) => keyOf({ kind: 'arrived', ...arrival })))
      const isThere = (one: ArrivalNews) => one.block < watch.from || keys.has(keyOf(one))
      arrived = [...(isSince ? news : []), ...arrived.filter(isThere)]
      changed()
    } catch {
      if (!signal.aborted) searchAgainAt = clock.elapsed() + SEARCH_PAUSE_MS
    } finally {
      isSearching = false
    }
  }

  let view: readonly News[] = []
  const changed = () => {
    const { book } = board.get()
    const own = ownRows(board.get())
    // A loan that is not read would be forgotten, and what became of it not told.
    if (snapshots && book && own && book !== compared) {
      compared = book
      compare(book, own)
      search(book)
    }
    // Only what was new when the visit began, so that the list does not grow while somebody reads; and only what still is.
    const { before, keys } = since ?? {}
    const loanNews = before && own ? newsSince(before, own).filter((news) => keys?.includes(keyOf(news))) : []
    const next = [...loanNews, ...arrived]
    if (next.length > 0 || view.length > 0) view = next
    listeners.notify()
  }
  const listeners = createListeners(() => {
    leaving = new AbortController()
    const stop = board.subscribe(changed)
    return () => {
      stop()
      leaving.abort()
    }
  })

  return {
    get: () => view,
    subscribe: listeners.add,
    /** Begins to tell, with what was kept there. Called again where the wallet was kept meanwhile: this page has seen more. */
    keepIn: async (opened: Snapshots) => {
      const kept = decodeSnapshot(await opened.read())
      snapshots = opened
      if (seen) keep(seen)
      else seen = kept
      compared = undefined
      changed()
    },
    onNews: (tell: typeof onNews) => {
      onNews = tell
    },
    dismiss: () => {
      since = undefined
      arrived = []
      changed()
    },
  }
}

function ownRows({ book, ownRows, ownSigned }: BoardView): OwnRows | undefined {
  const { asked, collected, isRead } = ownSigned
  if (!book || !ownRows || !isRead) return undefined
  const forMe = [...book.forMe.offer.items, ...book.forMe.request.items].map(({ loan }) => loan)
  return { ...ownRows, forMe, asked, collected }
}

function difference(one: Dollars, other: Dollars): Dollars {
  return one > other ? one - other : other - one
}

function isSameBut(next: Snapshot, last: Snapshot): boolean {
  const timeless = (snapshot: Snapshot) => encodeSnapshot({ ...snapshot, at: 0, block: 0n })
  return timeless(next) === timeless(last)
}

/** By me, in this tab or another, after a block or not in one yet: payments that I noted, and those that I collected. */
function notedBy(entries: readonly Entry[], id: bigint, block: bigint): Dollars {
  let sum = 0n
  for (const { command, stage } of entries) {
    const payment = paymentIn(command)
    if (payment?.side !== 'lent' || payment.loan.id !== id) continue
    if (stage.at === 'done' && stage.outcome.kind !== 'confirmed') continue
    if ((stage.at === 'mined' || stage.at === 'done') && stage.block <= block) continue
    const { amount } = payment
    sum += stage.at === 'done' && stage.outcome.kind === 'confirmed' ? (stage.outcome.paid ?? amount) : amount
  }
  return sum
}
