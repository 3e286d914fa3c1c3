import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { createActivityLog } from '../../chain/history/activityLog.ts'
import { recentGenesisOf } from '../../chain/node/genesisOf.ts'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import { useSession, useWallet } from '../../session/session.tsx'
import { openSnapshots } from '../../wallet/device/snapshots.ts'
import { keyFor } from '../../wallet/phrase/keyFor.ts'
import { deviceClock } from '../clock.ts'
import { useBoardStore, useOutbox } from '../useBoard.ts'
import type { News } from './news.ts'
import { createNews } from './newsStore.ts'

/** News since the last visit, as a list; each later piece is told to `onNews` once. */
export function useNews({ address: contract, chainId }: Book, onNews: (news: readonly News[]) => void) {
  const { secret } = useSession()
  const { address, dataKey } = useWallet()
  const isVisit = dataKey === undefined
  const board = useBoardStore()
  const outbox = useOutbox()
  const news = useMemo(() => {
    const { readArrivals } = createActivityLog(contract, address)
    return createNews({ board, outbox, clock: deviceClock, readArrivals })
  }, [board, outbox, contract, address])

  const tell = useEffectEvent(onNews)
  useEffect(() => news.onNews((pieces) => tell(pieces)), [news])
  useEffect(() => {
    let isCurrent = true
    const open = async () => {
      const scope = `${address}.${chainId}.${await recentGenesisOf(chainId)}.${contract}`
      const opened = await openSnapshots(scope, { key: await keyFor('news', secret()), isVisit })
      if (isCurrent) await news.keepIn(opened)
    }
    // Without storage or network there is no news, and nothing to say about it.
    open().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [news, address, chainId, contract, secret, isVisit])

  return { sinceLastVisit: useSyncExternalStore(news.subscribe, news.get), dismiss: news.dismiss }
}
