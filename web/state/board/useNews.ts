import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Book } from '../../chain/fetchDashboard.ts'
import { recentGenesisOf } from '../../chain/genesisOf.ts'
import type { Entry } from '../../chain/outbox.ts'
import { decodeSnapshot, encodeSnapshot, keyOf, type News, newsBetween, type Snapshot, snapshotOf } from '../../loans/news.ts'
import { openSnapshots } from '../../wallet/device/snapshots.ts'
import { keyFor } from '../../wallet/phrase/keyFor.ts'
import { useSender } from '../sending/useSender.tsx'
import { useWallet } from '../session/session.tsx'

type Store = Awaited<ReturnType<typeof openSnapshots>>

/**
 * What others did to my loans: since the last visit, as a list, and from now on, each told to `onNews` once. Compares what the
 * dashboard reads anyway with a snapshot that is kept on the device.
 */
export function useNews(book: Book, now: number, onNews: (news: readonly News[]) => void) {
  const { address, phrase, dataKey } = useWallet()
  const { entries } = useSender()
  const { address: contract, chainId } = book
  const own = { lent: book.lent.rows, borrowed: book.borrowed.rows, requested: book.requested.rows }
  const isVisit = dataKey === undefined
  const store = useRef<Store>(undefined)
  /** What was seen last. */
  const seen = useRef<Snapshot>(undefined)
  const [isOpen, setOpen] = useState(false)
  /** What the last visit saw, and what was new when this one began. */
  const [since, setSince] = useState<{ before: Snapshot; keys: readonly string[] }>()

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
    const before = seen.current
    // A node that lags: what it has not seen yet would be told twice.
    if (before && book.blockNumber < before.block) return
    const news = before ? newsBetween(before, own, now, noted) : []
    if (isFirst.current && before && news.length > 0) setSince({ before, keys: news.map(keyOf) })
    else if (news.length > 0) onNews(news)
    isFirst.current = false
    const next = snapshotOf(own, now, book.blockNumber)
    seen.current = next
    // Where nothing changed, only the moment would: that matters once something became due, which is news.
    const isSame = before && encodeSnapshot({ ...next, at: 0, block: 0n }) === encodeSnapshot({ ...before, at: 0, block: 0n })
    if (!isSame || news.length > 0) store.current?.write(encodeSnapshot(next)).catch(() => {})
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every answer of the dashboard
  useEffect(() => {
    if (isOpen) compare()
  }, [isOpen, book])

  // Only what was new when the visit began, so that the list does not grow while somebody reads; and only what still is.
  const sinceLastVisit = since
    ? newsBetween(since.before, own, now, noted).filter((news) => since.keys.includes(keyOf(news)))
    : []
  return { sinceLastVisit, dismiss: () => setSince(undefined) }
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
