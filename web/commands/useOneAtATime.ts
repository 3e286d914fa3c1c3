import { useRef } from 'react'

/** A guard against second clicks: while `run` is under way, another one does nothing and resolves to undefined. */
export function useOneAtATime() {
  // A ref, because a second click may come before the state update is rendered.
  const isRunning = useRef(false)
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    try {
      return await work()
    } finally {
      isRunning.current = false
    }
  }
  return { run, isRunning }
}
