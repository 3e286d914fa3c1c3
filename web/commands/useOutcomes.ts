import { useEffect, useRef } from 'react'
import type { Outcome } from '../chain/outbox/outbox.ts'
import type { Command } from './command.ts'
import { useSender } from './useSender.tsx'

/**
 * Announces each command that ends while the page is open, once, unless a component already follows it; and one that had ended,
 * and is under way again because the chain does not have it any more, with the outcome undefined.
 */
export function useOutcomes(announce: (command: Command, outcome: Outcome | undefined) => void): void {
  const { entries, isFollowed } = useSender()
  const waiting = useRef(new Set<string>())
  const ended = useRef(new Set<string>())
  useEffect(() => {
    for (const { intent, command, stage } of entries) {
      if (stage.at === 'done') {
        ended.current.add(intent)
        if (waiting.current.delete(intent) && !isFollowed(intent)) announce(command, stage.outcome)
      } else {
        waiting.current.add(intent)
        if (ended.current.delete(intent)) announce(command, undefined)
      }
    }
  }, [entries, isFollowed, announce])
}
