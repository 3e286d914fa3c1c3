import { useRef, useState } from 'react'
import { type Refusal, refusalOf } from '../../chain/refusal.ts'
import { useSender } from './useSender.tsx'

/** Puts another transaction in the place of one that waits, one at a time. */
export function useReplaceTransaction(intent: string) {
  const { speedUp, annul } = useSender()
  const [working, setWorking] = useState<'speedUp' | 'annul'>()
  const [refusal, setRefusal] = useState<Refusal>()
  // Two clicks may come before the page was drawn once.
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
