import { type ComponentType, lazy } from 'react'

/**
 * Code-splits a screen. A deploy may have deleted the chunk that this page's build refers to: then the page reloads, once.
 * If the chunk is still missing the error propagates to the error boundary.
 */
export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (history.state?.reloaded) throw error
      // history.state survives the reload, unlike a variable, and belongs to this history entry alone.
      history.replaceState({ ...history.state, reloaded: true }, '')
      location.reload()
      return new Promise<never>(() => {})
    }
  })
}
