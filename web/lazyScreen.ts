import { type ComponentType, lazy } from 'react'

/**
 * A screen that is fetched when it is first shown. Its file is gone when a newer build has replaced the one that this
 * page came from: then the page is loaded anew, once. If that doesn't help, the error boundary has the word.
 */
export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (history.state?.reloaded) throw error
      // History's state outlives the reload and belongs to this one visit of this one page.
      history.replaceState({ ...history.state, reloaded: true }, '')
      location.reload()
      return new Promise<never>(() => {})
    }
  })
}
