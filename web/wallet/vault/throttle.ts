import type { SmallStore } from '../device/storage.ts'

/*
 * Slows down hands, not machines: whoever copies the record away meets Argon2id alone. The count is kept over reloads and
 * shared by all tabs.
 */

/** How often in a row it went wrong, and when last, in milliseconds of the device's clock. */
type Failures = { count: number; at: number }

export type Throttle = {
  /** Milliseconds until the next attempt is taken; 0: now. */
  waitLeft(): number
  /** Counts an attempt as failed before it is made, so that closing the tab in the middle gains nothing. */
  countFailure(): void
  /** Takes back an attempt that ended without an answer. */
  takeBack(): void
  /** After a success. */
  reset(): void
}

const FREE_FAILURES = 4
const FIRST_WAIT = 30_000
const LONGEST_WAIT = 3_600_000

/** The wait after that many failures in a row. */
export function waitAfter(count: number): number {
  if (count <= FREE_FAILURES) return 0
  return Math.min(FIRST_WAIT * 2 ** (count - FREE_FAILURES - 1), LONGEST_WAIT)
}

export function createThrottle(store: SmallStore, clock: () => number): Throttle {
  const write = (failures: Failures) => store.write(JSON.stringify(failures))

  /** A clock that was set back would stretch the wait: then it starts anew, once, from the time that is now shown. */
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
    reset: () => store.remove(),
  }
}

function parse(text: string | undefined): Failures {
  try {
    const { count, at } = JSON.parse(text ?? '')
    if (Number.isSafeInteger(count) && count >= 0 && Number.isFinite(at)) return { count, at }
  } catch {
    // As good as none.
  }
  return { count: 0, at: 0 }
}
