import { useEffect, useRef } from 'react'
import type { Outcome } from '../../chain/outbox.ts'
import type { Command } from '../../loans/command.ts'
import { useSender } from './useSender.tsx'

/** Says once what became of each command that ends while the page is open, where nobody else on it follows it. */
export function useOutcomes(say: (command: Command, outcome: Outcome) => void): void {
  const { entries, followed } = useSender()
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const { intent, command, stage } of entries) {
      if (stage.at !== 'done') waiting.current.add(intent)
      else if (waiting.current.delete(intent) && !followed.has(intent)) say(command, stage.outcome)
    }
  }, [entries, followed, say])
}
