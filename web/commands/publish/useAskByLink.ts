import { useState } from 'react'
import { parseAddress } from '../../chain/read/parseAddress.ts'
import type { Asked } from '../../chain/signed/sign.ts'
import { useWallet } from '../../session/session.tsx'
import { useSignAndShare } from '../shared/useSignAndShare.ts'
import { useSending } from '../useSending.tsx'
import { checkTerms, type Draft, type Mistake } from './draft.ts'

/** Signs a request and shows its link; nothing is sent. `onSigned`: called before it is shown. */
export function useAskByLink(onSigned: () => void) {
  const { address } = useWallet()
  const { signRequest } = useSending()
  const { isSigning, signAndShare } = useSignAndShare(onSigned)
  const [problem, setProblem] = useState<string>()

  const sign = async (asked: Asked) => {
    setProblem(undefined)
    const why = await signAndShare(() => signRequest(asked))
    if (why) setProblem(why.problem)
  }

  /** Forgets why the last one was refused. */
  const dismiss = () => setProblem(undefined)

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

  return { isBusy: isSigning, problem, askByLink, dismiss }
}
