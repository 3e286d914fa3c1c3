import { useEffect, useState } from 'react'
import { access } from '../wallet/vault/access.ts'

const POLL_MS = 500

/** Seconds until PIN and password may be tried; polled, so it counts down. */
export function useWaitLeft(): number {
  const [left, setLeft] = useState(access.waitLeft)
  useEffect(() => {
    const timer = setInterval(() => setLeft(access.waitLeft()), POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return left
}
