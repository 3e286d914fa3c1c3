import { useEffect, useState } from 'react'

const SHOWN_MS = 1_000

/** Shows messages that arrive faster than one can read for a second each; the last one stays. */
export function useMessagesInTurn<Message>(messages: readonly Message[]): Message | undefined {
  const [turn, setTurn] = useState(0)
  const last = messages.length - 1
  useEffect(() => {
    if (last < 0) setTurn(0)
    if (turn >= last) return
    const timer = setTimeout(() => setTurn(turn + 1), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [turn, last])
  return messages[Math.min(turn, last)]
}
