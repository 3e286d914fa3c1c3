import { openSealed, type SealedText } from './sealedTexts.ts'
import { OUTBOX_LOCK } from './storage.ts'

type Keys = {
  /** Derived from the seed. */
  key: CryptoKey
  /** False: a wallet of this visit only. */
  isKept: boolean
}

/** Opens the sealed store of the transactions that one account signed on one chain. `scope` names account and chain. */
export function openOutbox(scope: string, keys: Keys): Promise<SealedText> {
  return openSealed({ of: OUTBOX_LOCK, scope, ...keys })
}
