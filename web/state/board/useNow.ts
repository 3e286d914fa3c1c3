import { useEffect, useState } from 'react'

type Reading = { at: { timestamp: number }; receivedAt: number }

const TICK = 15_000

/**
 * Unix seconds by the chain's clock, carried on by the device's monotonic one: a device whose date is wrong shows the right
 * days all the same. Before anything was read there is only the device's date.
 */
export function useNow(reading: Reading | undefined): number {
  const [elapsed, setElapsed] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setElapsed(performance.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  if (!reading) return Math.floor(Date.now() / 1000)
  return reading.at.timestamp + Math.max(0, Math.floor((elapsed - reading.receivedAt) / 1000))
}
