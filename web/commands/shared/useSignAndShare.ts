import { useEffect, useRef, useState } from 'react'
import { useBoardStore } from '../../board/useBoard.ts'
import { refusalOf } from '../../chain/send/refusal.ts'
import type { Signed } from '../../loans/signed.ts'
import { useSignedStore } from '../../signed/useSigned.tsx'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { whyNotKept } from '../../text/es/esSigned.ts'
import { useOneAtATime } from '../useOneAtATime.ts'

/** Why something was not signed, or not kept. `isPoor`: for want of dollars. */
export type NotSigned = { problem: string; isPoor: boolean }

/** Signs something for others to send, keeps it on this device, and then shows its link. `onSigned`: called before that. */
export function useSignAndShare(onSigned: () => void) {
  const { keep } = useSignedStore()
  const { ask } = useBoardStore()
  const [isSigning, setSigning] = useState(false)
  const { run } = useOneAtATime()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const signOne = async (sign: () => Promise<Signed>): Promise<NotSigned | undefined> => {
    let signed: Signed
    try {
      signed = await sign()
    } catch (error) {
      const refusal = refusalOf(error)
      return { problem: whyRefused(refusal), isPoor: refusal.name === 'NoDollars' }
    }
    // Whoever left meanwhile does not want it.
    if (!isOpen.current) return undefined
    // Before it is shown: a link that was sent and is not kept here could not be shared again, nor voided.
    const problem = await keep(signed).then(() => undefined, whyNotKept)
    if (problem) return { problem, isPoor: false }
    if (isOpen.current) onSigned()
    ask({ kind: 'shareSigned', signed })
    return undefined
  }

  /** Resolves to why it was refused, if it was. Ignored while another one is being signed. */
  const signAndShare = (sign: () => Promise<Signed>): Promise<NotSigned | undefined> =>
    run(async () => {
      setSigning(true)
      const refused = await signOne(sign)
      setSigning(false)
      return refused
    })

  return { isSigning, signAndShare }
}
