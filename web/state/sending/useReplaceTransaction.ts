import { useRef, useState } from 'react'
import { type Refusal, refusalOf } from '../../chain/refusal.ts'
import { useSender } from './useSender.tsx'

/** Sends a replacement transaction for a pending one: faster, or empty. One at a time. */
export function useReplaceTransaction(intent: string) {
  const { speedUp, annul } = useSender()
  const [working, setWorking] = useState<'speedUp' | 'annul'>()
  const [refusal, setRefusal] = useState<Refusal>()
  // A ref, because a second click may come before the state update is rendered.
  const isWorking = useRef(false)

  const run = async (what: 'speedUp' | 'annul') => {
    if (isWorking.current) return
    isWorking.current = true
    setWorking(what)
    setRefusal(undefined)
    try {
      await (what === 'annul' ? annul : speedUp)(intent)
    } catch (error) {
      setRefusal(refusalOf(error))
    } finally {
      isWorking.current = false
      setWorking(undefined)
    }
  }

  return { working, refusal, run }
}
