/** A value that can be watched, in the shape that useSyncExternalStore takes. */
export type Source<T> = {
  get: () => T
  /** Calls back after every change. Returns the function that stops it. */
  subscribe: (onChange: () => void) => () => void
}

/** A watched value without React. */
export function createValue<T>(initial: T): Source<T> & { set: (value: T) => void } {
  let value = initial
  const listeners = createListeners()
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return
      value = next
      listeners.notify()
    },
    subscribe: listeners.add,
  }
}

/** Something that is read from the device, and that several tabs may change. */
type Book<V> = { read: () => Promise<V> }

type Reading<V, R> = {
  /** Until it is read. */
  none: R
  shown: (value: V) => R
  /** Where it cannot be read. */
  unread: (error: Error) => R
  /** Every change is heard of on it, those of this tab too. */
  channel: { listen: (listener: () => void) => () => void }
}

/** A watched value of what a book holds, once one is opened. */
export function createReading<V, R, B extends Book<V>>({ none, shown, unread, channel }: Reading<V, R>) {
  const { get, set, subscribe } = createValue(none)
  let book: B | undefined
  let newest = 0

  const read = async (opened: B) => {
    const serial = ++newest
    const found = await opened.read().then(shown, unread)
    // An older answer may come later.
    if (serial === newest) set(found)
  }

  return {
    get,
    subscribe,
    /** Reads the book, and again when a tab changes it. Returns the function that stops it. */
    open: (opened: B) => {
      book = opened
      read(opened)
      const stop = channel.listen(() => read(opened))
      return () => {
        newest++
        stop()
      }
    },
    change: async (edit: (opened: B) => Promise<V>) => {
      if (!book) throw new Error('No book is open')
      const found = shown(await edit(book))
      // Readings on their way may be older. This change is heard of here too, and read again.
      newest++
      set(found)
    },
    opened: () => book,
  }
}

/** The subscribers of a store. `onFirst`: called with the first one; what it returns, once the last one is gone. */
export function createListeners(onFirst?: () => () => void) {
  const listeners = new Set<() => void>()
  let onLast: (() => void) | undefined
  return {
    add: (listener: () => void) => {
      // A function of its own for each call, so that the same listener can be added twice.
      const call = () => listener()
      listeners.add(call)
      if (listeners.size === 1) onLast = onFirst?.()
      return () => {
        if (!listeners.delete(call) || listeners.size > 0) return
        onLast?.()
        onLast = undefined
      }
    },
    notify: () => {
      for (const listener of [...listeners]) listener()
    },
  }
}

/** Memoises the last result, by the identity of the arguments. */
export function lastResult<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | undefined
  return (...args) => {
    if (!last || last.args.some((arg, index) => !Object.is(arg, args[index]))) last = { args, result: work(...args) }
    return last.result
  }
}
