import { openSealed, type SealedText, unsealText } from './sealedTexts.ts'
import { OUTBOX_LOCK } from './storage.ts'

type Keys = {
  /** Derived from the seed. */
  key: CryptoKey
  /** Of the vault that is open. Undefined: a wallet of this visit only. */
  dataKey: CryptoKey | undefined
}

/** Opens the sealed store of the transactions that one account signed on one chain. `scope` names account and chain. */
export function openOutbox(scope: string, { key, dataKey }: Keys): Promise<SealedText> {
  return openSealed({
    of: OUTBOX_LOCK,
    scope,
    key,
    isKept: dataKey !== undefined,
    // Version 1: sealed with the vault's data key, or plain for a visit.
    openOlder: async (stored, place) => {
      if (place === 'visit') return { text: stored }
      return dataKey ? { text: await unsealText(dataKey, stored, scope) } : 'absent'
    },
  })
}
