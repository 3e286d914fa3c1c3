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
    do: useFee(`${intent} do`, undefined, () => quoteReplacement(intent, 'do'), working === undefined),
    annul: useFee(`${intent} annul`, undefined, () => quoteReplacement(intent, 'annul'), working === undefined),
  }
  /** The fee to agree to with the next click, if the last attempt was refused because the fee rose. */
  const risen = (purpose: Purpose) => (refused?.purpose === purpose ? feeToAgree(refused.refusal) : undefined)
  const feeOf = (purpose: Purpose) => risen(purpose) ?? asked[purpose].fee

  const run = (purpose: Purpose) =>
    oneAtATime.run(async () => {
      setWorking(purpose)
      setRefused(undefined)
      try {
        await replace(intent, purpose, risen(purpose) ?? (await asked[purpose].settled()))
      } catch (error) {
        const refusal = refusalOf(error)
        if (feeToAgree(refusal) !== undefined) oneAtATime.hold()
        setRefused({ purpose, refusal })
      } finally {
        setWorking(undefined)
      }
    })

  const refusal = refused && feeToAgree(refused.refusal) === undefined ? refused.refusal : undefined
  return { working, refusal, risen, feeOf, run }
}
