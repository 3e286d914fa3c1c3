import type { SmallStore } from '../device/storage.ts'
import type { TabChannel } from '../device/tabChannel.ts'

/*
 * Rate limit with exponential backoff, against guessing PIN and password on this device. An attacker who copies the record
 * bypasses it: offline, only the cost of Argon2id protects. The failure count survives reloads and is shared by all tabs.
 *
 * Where local storage takes no write, no count could survive a reload. Then every attempt waits a fixed time from the opening of
 * the page or from the last attempt in any tab, by the page's own clock: reloading costs as much as waiting.
 */

/** Failures in a row, and the time of the last one (Unix time in ms). */
type Failures = { count: number; at: number }

export type Throttle = {
  /** Milliseconds until the next attempt is allowed. */
  waitLeft(): number
  /** Whether failures can be stored. */
  isStored(): boolean
  /** Call it before the attempt, so that closing the tab in the middle does not evade the count. */
  countFailure(): void
  /** Undoes countFailure, for an attempt that ended without testing the credentials. */
  takeBack(): void
  /** After a successful attempt. */
  reset(): void
}

type Parts = {
  store: SmallStore
  /** A key of its own, so that finding out whether storage takes a write changes no count. */
  probe: SmallStore
  /** Unix time in ms. */
  clock: () => number
  /** Milliseconds since this page was opened. Setting the device's clock does not change it. */
  pageClock: () => number
  /** Undefined while the page is prerendered. */
  tabs: TabChannel | undefined
}

const FREE_FAILURES = 4
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000
/** Before each attempt, where failures cannot be stored. */
export const UNSTORED_WAIT_MS = 60_000
/** Longer than what is stored, so that a storage that takes it has room for a failure. */
const PROBE = '-'.repeat(64)

/** Milliseconds to wait after `count` failures in a row. */
export function waitAfter(count: number): number {
  if (count <= FREE_FAILURES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_FAILURES - 1), LONGEST_WAIT_MS)
}

export function createThrottle({ store, probe, clock, pageClock, tabs }: Parts): Throttle {
  /** Undefined until it is asked. */
  let isStored: boolean | undefined
  /** By pageClock. Applies while failures cannot be stored. */
  let readyAt: number
  const waitAnew = () => {
    readyAt = pageClock() + UNSTORED_WAIT_MS
  }
  waitAnew()
  tabs?.listen(waitAnew)

  const canStore = (): boolean => {
    if (isStored === undefined) {
      isStored = probe.write(PROBE)
      probe.remove()
    }
    return isStored
  }

  const write = (failures: Failures) => store.write(JSON.stringify(failures))

  /** A timestamp in the future means the clock was set back, which would prolong the wait: restart it, once, from now. */
  const read = (): Failures => {
    const failures = parse(store.read())
    const now = clock()
    if (failures.at <= now) return failures
    const restarted = { ...failures, at: now }
    write(restarted)
    return restarted
  }

  return {
    waitLeft: () => {
      const { count, at } = read()
      const left = Math.max(0, at + waitAfter(count) - clock())
      return canStore() ? left : Math.max(left, readyAt - pageClock())
    },
    isStored: canStore,
    countFailure: () => {
      const before = read()
      isStored = write({ count: before.count + 1, at: clock() })
      waitAnew()
      if (isStored) return
      // Not counted in memory either: then reloading would be faster than waiting.
      write(before)
      tabs?.post('tried')
    },
    takeBack: () => {
      readyAt = 0
      if (!isStored) return
      const { count, at } = read()
      write({ count: Math.max(0, count - 1), at })
    },
    reset: () => {
      readyAt = 0
      store.remove()
    },
  }
}

function parse(text: string | undefined): Failures {
  try {
    const { count, at } = JSON.parse(text ?? '')
    if (Number.isSafeInteger(count) && count >= 0 && Number.isFinite(at)) return { count, at }
  } catch {
    // Corrupt: counts as no failures.
  }
  return { count: 0, at: 0 }
}
