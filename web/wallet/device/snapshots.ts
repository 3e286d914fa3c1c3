import { openSealed } from './sealedTexts.ts'
import { NEWS_LOCK } from './storage.ts'

type Keys = {
  /** Derived from the seed. */
  key: CryptoKey
  /** A wallet of this visit only. */
  isVisit: boolean
}

/**
 * Opens the sealed store of what was last seen of an account's loans. `scope` names account, chain and contract. What cannot be
 * unsealed counts as nothing: it holds only what the chain gives again, and the next write replaces it.
 */
export async function openSnapshots(scope: string, { key, isVisit }: Keys) {
  const { read, write } = await openSealed({ of: NEWS_LOCK, scope, key, isKept: !isVisit })
  return {
    read: async (): Promise<string | undefined> => (await read()).find(({ text }) => text !== undefined)?.text,
    write,
  }
}
