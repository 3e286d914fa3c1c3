import { useEffect, useState } from 'react'

type Reading = { at: { timestamp: number }; receivedAt: number }

const TICK_MS = 15_000

/**
 * Unix seconds: the chain's timestamp plus the monotonic time since it was read, so that a device with a wrong date still
 * shows the right days. Before anything was read: the device's date.
 */
export function useNow(reading: Reading | undefined): number {
  const [elapsed, setElapsed] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setElapsed(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return reading ? nowFrom(reading, elapsed) : Math.floor(Date.now() / 1000)
}

/**
 * `elapsed`: the device's monotonic time, in milliseconds. The block's own second is over when it is read: otherwise a loan of
 * 30 days taken in it would have 30 whole days left, and a moment later 29.
 */
export function nowFrom(reading: Reading, elapsed: number): number {
  return reading.at.timestamp + 1 + Math.max(0, Math.floor((elapsed - reading.receivedAt) / 1000))
}
