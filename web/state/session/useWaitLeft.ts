import { useEffect, useState } from 'react'
import { access } from '../../wallet/vault/access.ts'

/** Seconds until PIN and password are taken again after repeated failures; counts down by itself. */
export function useWaitLeft(): number {
  const [seconds, setSeconds] = useState(() => access.waitLeft())
  useEffect(() => {
    const timer = setInterval(() => setSeconds(access.waitLeft()), 500)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
