import { QueryClient, QueryObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/query-core'
import { retryFailed } from '../chain/node/retry.ts'

/** How often what lies beyond the dashboard's own pages is read again: nothing in the dashboard tells that it changed. */
export const OLDER_MS = 30_000

const OLDER_STEP = 100

/**
 * Cursor below which that is read. A round one above where the dashboard's page ends: what a new entry pushes off that page is
 * known already, and it is read anew only with every hundredth.
 */
export function olderFrom(next: number, length: number): number {
  return Math.min(Math.ceil(next / OLDER_STEP) * OLDER_STEP, length)
}

/**
 * Declares that something is needed, and returns what is known of it. `slot` names the part of the view: where its key
 * changes, the observer goes on, so that `placeholderData` can keep what was shown before.
 */
export type Read = <T>(slot: string, options: QueryObserverOptions<T>) => QueryObserverResult<T>

/**
 * The queries of a store, carried by TanStack's query-core. They are declared while the view is computed; one that the next
 * computation does not declare again is dropped, and cancelled if it is under way.
 */
export function createReads(onChange: () => void) {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        // Even where the browser believes to be offline: a node on this machine still answers.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: false,
        refetchInterval: retryFailed,
      },
    },
  })
  const slots = new Map<string, { observer: QueryObserver; stop: (() => void) | undefined }>()
  let isStarted = false

  const readInto =
    (declared: Set<string>): Read =>
    <T>(name: string, options: QueryObserverOptions<T>) => {
      declared.add(name)
      // A map of observers of different types: each slot always holds the same one.
      const untyped = options as unknown as QueryObserverOptions
      const slot = slots.get(name) ?? { observer: new QueryObserver(queries, untyped), stop: undefined }
      slots.set(name, slot)
      slot.observer.setOptions(untyped)
      if (isStarted) slot.stop ??= slot.observer.subscribe(onChange)
      return slot.observer.getCurrentResult() as QueryObserverResult<T>
    }

  return {
    /** Computes something that reads. */
    during: <V>(compute: (read: Read) => V): V => {
      const declared = new Set<string>()
      const view = compute(readInto(declared))
      for (const [name, { stop }] of slots) {
        if (declared.has(name)) continue
        stop?.()
        slots.delete(name)
      }
      return view
    },
    /** Nothing is fetched before. The next computation begins to. */
    start: () => {
      isStarted = true
      queries.mount()
    },
    stop: () => {
      isStarted = false
      for (const slot of slots.values()) {
        slot.stop?.()
        slot.stop = undefined
      }
      queries.unmount()
    },
  }
}
