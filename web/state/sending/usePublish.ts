import { publishGas } from '../../chain/knownGas.ts'
import { parseAddress } from '../../chain/parseAddress.ts'
import { checkDraft, type Draft, EMPTY_DRAFT, type Mistake } from '../../loans/offerDraft.ts'
import { useWallet } from '../session/session.tsx'
import { useCommand } from './useCommand.ts'
import { useFee } from './useFee.ts'
import { useSender } from './useSender.tsx'

/** Publishes an offer as it was typed, at the fee that is shown, and follows it to its end. */
export function usePublish(draft: Draft) {
  const { address } = useWallet()
  const { priceOfGas } = useSender()
  const { progress, isBusy, risen, run } = useCommand()
  // Nothing is asked of a node before somebody types.
  const price = useFee(['gas'], priceOfGas, !isBusy && draft !== EMPTY_DRAFT).fee
  const fee = risen ?? (price && price * publishGas(draft.note))

  /** Returns the first mistake; undefined: it is being published. */
  const publish = (): Mistake | undefined => {
    const checked = checkDraft(draft, address, parseAddress(draft.to))
    if (!checked.ok) return checked.mistake
    run({ kind: 'createOffer', offer: checked.offer }, fee ?? 0n)
    return undefined
  }

  return { progress, isBusy, fee, hasRisen: risen !== undefined, publish }
}
