import type { SmallStore } from '../device/storage.ts'

/*
 * Rate limit with exponential backoff, against guessing PIN and password on this device. An attacker who copies the record
 * bypasses it: offline, only the cost of Argon2id protects. The failure count survives reloads and is shared by all tabs, unless
 * local storage takes no write. Then it lasts until the page is reloaded.
 */

/** Failures in a row, and the time of the last one (Unix time in ms). */
type Failures = { count: number; at: number }

export type Throttle = {
  /** Milliseconds until the next attempt is allowed. */
  waitLeft(): number
  /** Call it before the attempt, so that closing the tab in the middle does not evade the count. */
  countFailure(): void
  /** Undoes countFailure, for an attempt that ended without testing the credentials. */
  takeBack(): void
  /** After a successful attempt. */
  reset(): void
}

type Parts = {
  store: SmallStore
  /** Unix time in ms. */
  clock: () => number
}

const FREE_FAILURES = 4
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000

/** Milliseconds to wait after `count` failures in a row. */
export function waitAfter(count: number): number {
  if (count <= FREE_FAILURES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_FAILURES - 1), LONGEST_WAIT_MS)
}

export function createThrottle({ store, clock }: Parts): Throttle {
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
      return Math.max(0, at + waitAfter(count) - clock())
    },
    countFailure: () => write({ count: read().count + 1, at: clock() }),
    takeBack: () => {
      const { count, at } = read()
      write({ count: Math.max(0, count - 1), at })
    },
    reset: store.remove,
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
