/** The time of the device. */
export type Clock = {
  /** Unix seconds, by the device's date, which may be wrong. */
  seconds: () => number
  /** Monotonic, in milliseconds. */
  elapsed: () => number
  /** Calls back at an interval. Returns the function that stops it. */
  every: (milliseconds: number, run: () => void) => () => void
  /** Calls back once. Returns the function that prevents it. */
  after: (milliseconds: number, run: () => void) => () => void
}

export const deviceClock: Clock = {
  seconds: () => Math.floor(Date.now() / 1000),
  elapsed: () => performance.now(),
  every: (milliseconds, run) => {
    const timer = setInterval(run, milliseconds)
    return () => clearInterval(timer)
  },
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

type Reading = { at: { timestamp: number }; receivedAt: number }

/**
 * Unix seconds: the chain's timestamp plus the monotonic time since it was read, so that a device with a wrong date still
 * shows the right days. The block's own second is over when it is read: otherwise a loan of 30 days taken in it would have 30
 * whole days left, and a moment later 29.
 */
export function nowFrom(reading: Reading, elapsed: number): number {
  return reading.at.timestamp + 1 + Math.max(0, Math.floor((elapsed - reading.receivedAt) / 1000))
}
