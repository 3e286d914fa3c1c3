import { useLayoutEffect } from 'react'

/** Assistive technology clicks without a pointer. */
const EVENTS = ['pointerdown', 'keydown', 'click']

/** Calls it when the person first does something on the page: whoever only looks does not wait for it. */
export function useOnFirstTouch(start: (() => void) | undefined) {
  useLayoutEffect(() => {
    if (!start) return
    const listening = new AbortController()
    const once = () => {
      listening.abort()
      start()
    }
    for (const event of EVENTS) addEventListener(event, once, { signal: listening.signal })
    return () => listening.abort()
  }, [start])
}
