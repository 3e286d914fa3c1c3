import { RETRY_MS } from '../../chain/node/retry.ts'
import { createValue } from '../../store.ts'

type Options = {
  signal: AbortSignal
  /** The share that was searched, from 0 to 1. */
  onProgress: (share: number) => void
}

export type Find<T> = (options: Options) => Promise<T>

type State<T> = { found: T | undefined; hasFailed: boolean; isSearching: boolean; progress: number }

/** A search through many blocks. Keeps what was found while it searches again, and repeats one that failed. */
export function createLongSearch<T>() {
  const { get, set, subscribe } = createValue<State<T>>({
    found: undefined,
    hasFailed: false,
    // It begins as soon as somebody looks: until then nobody is told that nothing was found.
    isSearching: true,
    progress: 0,
  })
  const change = (changes: Partial<State<T>>) => set({ ...get(), ...changes })

  return {
    get,
    subscribe,
    /** Begins, and returns the function that ends it. */
    start: (find: Find<T>) => {
      const leaving = new AbortController()
      const { signal } = leaving
      let retry: ReturnType<typeof setTimeout> | undefined
      const tell = (changes: Partial<State<T>>) => signal.aborted || change(changes)
      const search = async () => {
        clearTimeout(retry)
        tell({ isSearching: true, progress: 0 })
        try {
          const found = await find({ signal, onProgress: (progress) => tell({ progress }) })
          tell({ found, hasFailed: false, isSearching: false })
        } catch {
          tell({ hasFailed: true, isSearching: false })
          if (!signal.aborted) retry = setTimeout(search, RETRY_MS)
        }
      }
      change({ hasFailed: false })
      search()
      return () => {
        clearTimeout(retry)
        leaving.abort()
      }
    },
  }
}
