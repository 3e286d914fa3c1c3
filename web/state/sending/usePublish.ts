import { parseAddress } from '../../chain/parseAddress.ts'
import { checkDraft, type Draft, type Mistake } from '../../loans/offerDraft.ts'
import { useWallet } from '../session/session.tsx'
import { useCommand } from './useCommand.ts'

/** Publishes an offer as it was typed, and follows it to its end. */
export function usePublish() {
  const { address } = useWallet()
  const { progress, isBusy, run } = useCommand()

  /** Returns the first mistake; undefined: it is being published. */
  const publish = (draft: Draft): Mistake | undefined => {
    const checked = checkDraft(draft, address, parseAddress(draft.to))
    if (!checked.ok) return checked.mistake
    run({ kind: 'createOffer', offer: checked.offer })
    return undefined
  }

  return { progress, isBusy, publish }
}
