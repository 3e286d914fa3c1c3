import { type ComponentType, lazy } from 'react'

/**
 * Code-splits a part of a screen. `Instead` takes its place where its chunk cannot be loaded, as after a deploy: an error would
 * take down the whole page, and with it a phrase that is in memory only.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Instead: ComponentType<P>) {
  return lazy(async () => ({ default: await load().catch(() => Instead) }))
}
