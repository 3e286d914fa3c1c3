import { useState } from 'react'
import type { Purpose } from '../chain/send/createSender.ts'
import { feeToAgree, type Refusal, refusalOf } from '../chain/send/refusal.ts'
import { useFee } from './useFee.ts'
import { useOneAtATime } from './useOneAtATime.ts'
import { useSending } from './useSending.tsx'

/** Sends a replacement transaction for a pending one: the same, or an empty one. One at a time, at the fee that is shown. */
export function useReplaceTransaction(intent: string) {
  const { replace, quoteReplacement } = useSending()
  const [working, setWorking] = useState<Purpose>()
  const [refused, setRefused] = useState<{ purpose: Purpose; refusal: Refusal }>()
  const oneAtATime = useOneAtATime()

  const asked = {
    do: useFee(['replace', intent, 'do'], () => quoteReplacement(intent, 'do'), working === undefined).fee,
    annul: useFee(['replace', intent, 'annul'], () => quoteReplacement(intent, 'annul'), working === undefined).fee,
  }
  const feeOf = (purpose: Purpose) => (refused?.purpose === purpose ? feeToAgree(refused.refusal) : undefined) ?? asked[purpose]

  const run = (purpose: Purpose) =>
    oneAtATime.run(async () => {
      setWorking(purpose)
      setRefused(undefined)
      try {
        await replace(intent, purpose, feeOf(purpose) ?? 0n)
      } catch (error) {
        setRefused({ purpose, refusal: refusalOf(error) })
      } finally {
        setWorking(undefined)
      }
    })

  return { working, refusal: refused?.refusal, feeOf, run }
}
