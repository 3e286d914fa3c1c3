import { useEffect, useState } from 'react'
import { access } from '../wallet/vault/access.ts'

const POLL_MS = 500

/** `isCounted`: the wait is for failed attempts. If not, they cannot be stored here, and every attempt waits. */
type WaitLeft = { seconds: number; isCounted: boolean }

/** Seconds until PIN and password may be tried; polled, so it counts down. */
export function useWaitLeft(): WaitLeft {
  const [left, setLeft] = useState(waitLeft)
  useEffect(() => {
    const timer = setInterval(() => {
      const next = waitLeft()
      setLeft((last) => (last.seconds === next.seconds && last.isCounted === next.isCounted ? last : next))
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return left
}

function waitLeft(): WaitLeft {
  return { seconds: access.waitLeft(), isCounted: access.countsFailures() }
}
