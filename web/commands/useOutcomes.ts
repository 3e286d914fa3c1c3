import { useEffect, useRef } from 'react'
import type { Outcome } from '../chain/send/outbox.ts'
import type { Command } from './command.ts'
import { useSender } from './useSender.tsx'

/** Announces each command that ends while the page is open, once, unless a component already follows it. */
export function useOutcomes(announce: (command: Command, outcome: Outcome) => void): void {
  const { entries, isFollowed } = useSender()
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const { intent, command, stage } of entries) {
      if (stage.at !== 'done') waiting.current.add(intent)
      else if (waiting.current.delete(intent) && !isFollowed(intent)) announce(command, stage.outcome)
    }
  }, [entries, isFollowed, announce])
}
