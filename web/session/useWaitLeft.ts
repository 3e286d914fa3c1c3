import { useEffect, useState } from 'react'
import { access } from '../wallet/vault/access.ts'

const POLL_MS = 500

/** Seconds that the throttle makes one wait after repeated failures; polled, so it counts down. */
export function useWaitLeft(): number {
  const [seconds, setSeconds] = useState(() => access.waitLeft())
  useEffect(() => {
    const timer = setInterval(() => setSeconds(access.waitLeft()), POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
