import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False in the prerendered page and while React takes it over, which must find the same: until then nothing may be shown that
 * only this device knows. True ever after.
 */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
