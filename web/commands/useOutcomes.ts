import { useEffect, useEffectEvent } from 'react'
import type { Sending } from './sending.ts'
import { useSending } from './useSending.tsx'

/** Announces each command that ends while the page is open, unless a component follows it, and each that is undone. */
export function useOutcomes(announce: Parameters<Sending['onOutcome']>[0]): void {
  const { onOutcome } = useSending()
  const tell = useEffectEvent(announce)
  useEffect(() => onOutcome((command, outcome) => tell(command, outcome)), [onOutcome])
}
