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
  if (!reading) return Math.floor(Date.now() / 1000)
  return reading.at.timestamp + Math.max(0, Math.floor((elapsed - reading.receivedAt) / 1000))
}
