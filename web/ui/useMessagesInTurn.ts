import { useEffect, useState } from 'react'

const PAUSE = 1_000

/** Of messages that come faster than one can read, each for a second at least; the last one stays. */
export function useMessagesInTurn(messages: readonly string[]): string | undefined {
  const [turn, setTurn] = useState(0)
  const last = messages.length - 1
  useEffect(() => {
    if (last < 0) setTurn(0)
    if (turn >= last) return
    const timer = setTimeout(() => setTurn(turn + 1), PAUSE)
    return () => clearTimeout(timer)
  }, [turn, last])
  return messages[Math.min(turn, last)]
}
