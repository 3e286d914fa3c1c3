import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createLongSearch, type Find } from './longSearch.ts'

/** Searches while the component is mounted, and again when the key changes or somebody asks for it. */
export function useLongSearch<T>(key: string, find: Find<T>) {
  const [search] = useState(() => createLongSearch<T>())
  const [attempt, setAttempt] = useState(0)
  const start = useEffectEvent(() => search.start(find))
  // biome-ignore lint/correctness/useExhaustiveDependencies: neither is read: a new one starts the search anew
  useEffect(() => start(), [key, attempt])
  return { ...useSyncExternalStore(search.subscribe, search.get), searchAgain: () => setAttempt(attempt + 1) }
}
