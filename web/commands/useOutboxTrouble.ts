import { useState } from 'react'
import { type Refusal, refusalOf } from '../chain/send/refusal.ts'
import { useOneAtATime } from './useOneAtATime.ts'
import { useSending, useSendingView } from './useSending.tsx'

/** Why the signed transactions on this device cannot be read, if so, and the way on. */
export function useOutboxTrouble() {
  const { setAsideDamaged } = useSending()
  const trouble = useSendingView((sending) => sending.trouble)
  const { run } = useOneAtATime()
  const [isWorking, setWorking] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  /** The person has read that they are damaged: they are set aside, and sending is possible again. */
  const acknowledge = async () => {
    setWorking(true)
    setRefusal(undefined)
    try {
      await setAsideDamaged()
    } catch (error) {
      setRefusal(refusalOf(error))
    } finally {
      setWorking(false)
    }
  }

  return { trouble, isWorking, refusal, acknowledge: () => run(acknowledge) }
}
