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
