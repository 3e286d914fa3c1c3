import { useRef } from 'react'

/** In ms. A double click, a held key or an impatient click comes sooner than anyone has read the new label. */
const READING_MS = 700

/** A guard against second clicks: while `run` is pending, another call does nothing and resolves to undefined. */
export function useOneAtATime() {
  // A ref, because a second click may come before the state update is rendered.
  const isRunning = useRef(false)
  const heldUntil = useRef(0)
  /** False while calls are ignored. */
  const isFree = () => !isRunning.current && performance.now() >= heldUntil.current
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (!isFree()) return undefined
    isRunning.current = true
    try {
      return await work()
    } finally {
      isRunning.current = false
    }
  }
  /** Ignores calls until the user can have read the new label of the button. */
  const hold = () => {
    heldUntil.current = performance.now() + READING_MS
  }
  return { run, hold, isFree, isRunning }
}
