import { useRef, useState } from 'react'
import { useBoardStore } from '../../board/useBoard.ts'
import { parseAddress } from '../../chain/read/parseAddress.ts'
import { type Refusal, Refused, refusalOf } from '../../chain/send/refusal.ts'
import type { Asked } from '../../chain/signed/sign.ts'
import { useWallet } from '../../session/session.tsx'
import { useSignedStore } from '../../signed/useSigned.tsx'
import { useSender } from '../useSender.tsx'
import { checkTerms, type Draft, type Mistake } from './draft.ts'

/** Signs a request, keeps it on this device and shows its link; nothing is sent. `onSigned`: called before it is shown. */
export function useAskByLink(onSigned: () => void) {
  const { address } = useWallet()
  const { signRequest } = useSender()
  const { keep } = useSignedStore()
  const { ask } = useBoardStore()
  const [state, setState] = useState<{ isBusy: boolean; refusal?: Refusal }>({ isBusy: false })
  // A ref, because a second click may come before the state update is rendered.
  const isSigning = useRef(false)

  const sign = async (asked: Asked) => {
    if (isSigning.current) return
    isSigning.current = true
    setState({ isBusy: true })
    try {
      const signed = await signRequest(asked)
      // First: a link that was sent and is not kept here could not be shared again, nor voided.
      await keep(signed).catch((error: unknown) => {
        throw new Refused('NotKept', [], error)
      })
      setState({ isBusy: false })
      onSigned()
      ask({ kind: 'shareSigned', signed })
    } catch (error) {
      setState({ isBusy: false, refusal: refusalOf(error) })
    } finally {
      isSigning.current = false
    }
  }

  /** Forgets why the last one was refused. */
  const dismiss = () => setState(({ isBusy }) => ({ isBusy }))

  /** Returns the first mistake; undefined: it is being signed. */
  const askByLink = (draft: Draft): Mistake | undefined => {
    const checked = checkTerms(draft, address, parseAddress(draft.to))
    if (!checked.ok) {
      dismiss()
      return checked.mistake
    }
    const { openDays: days, ...terms } = checked.terms
    sign({ ...terms, lender: checked.only, days })
    return undefined
  }

  return { ...state, askByLink, dismiss }
}
