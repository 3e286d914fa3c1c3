import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createActivityLog } from '../chain/history/activityLog.ts'
import { recentGenesisOf } from '../chain/node/genesisOf.ts'
import type { Book } from '../chain/read/fetchDashboard.ts'
import type { Entry } from '../chain/send/outbox.ts'
import { useSender } from '../commands/useSender.tsx'
import { useWallet } from '../session/session.tsx'
import { openSnapshots } from '../wallet/device/snapshots.ts'
import { keyFor } from '../wallet/phrase/keyFor.ts'
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
  type Snapshot,
  snapshotOf,
} from './news.ts'

/** Before a node that gave no events is asked for them again: not with every answer of the dashboard. */
const SEARCH_PAUSE_MS = 180_000

type Store = Awaited<ReturnType<typeof openSnapshots>>

/**
 * What others sent me, offered me, asked of me or did to my loans: since the last visit, as a list, and from now on, each told to `onNews` once.
 * Compares what the dashboard reads anyway with a snapshot that is kept on the device; events are searched only where my
 * dollars changed.
 */
export function useNews(book: Book, now: number, onNews: (news: readonly News[]) => void) {
  const { address, phrase, dataKey } = useWallet()
  const { entries } = useSender()
  const { address: contract, chainId } = book
  const own = {
    lent: book.lent.rows,
    borrowed: book.borrowed.rows,
    requested: book.requested.rows,
    forMe: [...book.forMe.offer.items, ...book.forMe.request.items].map(({ loan }) => loan),
  }
  const isVisit = dataKey === undefined
  const store = useRef<Store>(undefined)
  /** What was seen last. */
  const seen = useRef<Snapshot>(undefined)
  const [isOpen, setOpen] = useState(false)
  /** What the last visit saw, and what was new when this one began. */
  const [since, setSince] = useState<{ before: Snapshot; keys: readonly string[] }>()
  const [arrived, setArrived] = useState<readonly ArrivalNews[]>([])
  const log = useMemo(() => createActivityLog(contract, address), [contract, address])

  const noted = (id: bigint, block: bigint) => notedBy(entries, id, block)

  useEffect(() => {
    let isCurrent = true
    const open = async () => {
      const scope = `${address}.${chainId}.${await recentGenesisOf(chainId)}.${contract}`
      const opened = await openSnapshots(scope, { key: await keyFor('news', phrase), isVisit })
      const kept = decodeSnapshot(await opened.read())
      if (!isCurrent) return
      store.current = opened
      // Where the wallet was kept meanwhile, this page has seen more.
      seen.current ??= kept
      setOpen(true)
    }
    // Without storage or network there is no news, and nothing to say about it.
    open().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [address, chainId, contract, phrase, isVisit])

  const isFirst = useRef(true)
  const compare = useEffectEvent(() => {
    const last = seen.current
    const before = last && comparable(last, book.blockNumber)
    if (last && !before) return
    const news = before ? [...newsBetween(before, own, now, noted), ...newForMe(before, own)] : []
    if (isFirst.current && before && news.length > 0) setSince({ before, keys: news.map(keyOf) })
    else if (news.length > 0) onNews(news)
    isFirst.current = false
    // What arrived before the first visit is not searched for.
    const arrivals = before?.arrivals ?? { dollars: book.dollarBalance, from: book.blockNumber + 1n, told: [] }
    const next = snapshotOf(own, now, book.blockNumber, arrivals)
    seen.current = next
    // Where nothing changed, only the moment would: that matters once something became due, which is news.
    const isSame =
      last && before === last && encodeSnapshot({ ...next, at: 0, block: 0n }) === encodeSnapshot({ ...last, at: 0, block: 0n })
    if (!isSame || news.length > 0) store.current?.write(encodeSnapshot(next)).catch(() => {})
  })

  /** Whether what arrived since the last visit was found. */
  const isCaughtUp = useRef(false)
  const isSearching = useRef(false)
  /** Not before: by performance.now(). */
  const searchAgain = useRef(0)
  const leaving = useRef(new AbortController())
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another account or contract
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [log])
  const search = useEffectEvent(async () => {
    const { signal } = leaving.current
    const watch = seen.current?.arrivals
    if (!watch || isSearching.current || performance.now() < searchAgain.current) return
    if (book.blockNumber < (seen.current?.block ?? 0n)) return
    if (watch.dollars === book.dollarBalance) {
      isCaughtUp.current = true
      return
    }
    isSearching.current = true
    try {
      const found = await log.readArrivals(book, watch.from, signal)
      signal.throwIfAborted()
      const { news, next } = newArrivals(watch, found, book.dollarBalance, book.blockNumber)
      if (seen.current) seen.current = { ...seen.current, arrivals: next }
      if (seen.current) store.current?.write(encodeSnapshot(seen.current)).catch(() => {})
      const isSince = !isCaughtUp.current
      isCaughtUp.current = true
      if (!isSince && news.length > 0) onNews(news)
      // Not what a reorganisation took back.
      const keys = new Set(found.map((arrival) => keyOf({ kind: 'arrived', ...arrival })))
      const isThere = (one: ArrivalNews) => one.block < watch.from || keys.has(keyOf(one))
      setArrived((before) => [...(isSince ? news : []), ...before.filter(isThere)])
    } catch {
      searchAgain.current = performance.now() + SEARCH_PAUSE_MS
    } finally {
      isSearching.current = false
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every answer of the dashboard
  useEffect(() => {
    if (!isOpen) return
    compare()
    search()
  }, [isOpen, book])

  // Only what was new when the visit began, so that the list does not grow while somebody reads; and only what still is.
  const sinceLastVisit = since
    ? [...newsBetween(since.before, own, now, noted), ...newForMe(since.before, own)].filter((news) =>
        since.keys.includes(keyOf(news)),
      )
    : []
  const dismiss = () => {
    setSince(undefined)
    setArrived([])
  }
  return { sinceLastVisit: [...sinceLastVisit, ...arrived], dismiss }
}

/** By me, in this tab or another, after a block or not in one yet. */
function notedBy(entries: readonly Entry[], id: bigint, block: bigint): bigint {
  let sum = 0n
  for (const { command, stage } of entries) {
    if (command.kind !== 'recordPayment' || command.loan.id !== id) continue
    if (stage.at === 'done' && stage.outcome.kind !== 'confirmed') continue
    if ((stage.at === 'mined' || stage.at === 'done') && stage.block <= block) continue
    sum += stage.at === 'done' && stage.outcome.kind === 'confirmed' ? (stage.outcome.paid ?? command.amount) : command.amount
  }
  return sum
}
