import { StorageError, type StorageProblem } from '../device/storage.ts'
import { type AccessParts, browserParts, type NotOpened, tryCopies } from './access.ts'
import { candidates, highestRevision, removeCopies, writeCopies } from './copies.ts'
import type { Credentials } from './vault.ts'
import { LAST_REVISION } from './vaultRecord.ts'

export type Changed =
  | { kind: 'changed' }
  /** The old PIN and password are right and still the ones. */
  | { kind: 'not-written'; reason: StorageProblem | 'unreliable' }
  /** Storage failed half-way, and again when it should have been undone: either the old ones open the vault or the new ones. */
  | { kind: 'unsure' }
  /** The device holds another vault, or one copy of it: writing both would lose that. */
  | { kind: 'another-vault' }
  | NotOpened

type Change = {
  /** Address of the wallet that is open. Another tab may have replaced its vault by another wallet's. */
  address: `0x${string}`
  from: Credentials
  to: Credentials
  keepsPasskey: boolean
}

/**
 * Wraps the vault's data key anew, under another PIN and password. The rate limit applies to the old ones. The copies are written one after the other, each under a revision of its own: wherever this is cut short, one of them is whole, so the old
 * or the new PIN and password open it.
 */
export function changeCredentials(change: Change, parts: AccessParts = browserParts): Promise<Changed> {
  const { address, from, to, keepsPasskey } = change
  return parts.exclusively(async () => {
    const tried = await tryCopies(parts, ({ rewrapVault }, record, copies) => {
      const revision = Math.min(highestRevision(copies) + 1, LAST_REVISION)
      const others = candidates(copies).filter((text) => text !== record)
      return rewrapVault(record, { from, to, revision, others }, parts.kdf)
    })
    if (tried.kind !== 'found') return tried
    if (tried.value?.address !== address) return { kind: 'another-vault' }
    // A later version of the app wrote one of them, and knows what is in it.
    if (tried.copies.some(({ kind }) => kind === 'unsupported')) return { kind: 'unsupported' }
    // First, so that none remains that opens the vault under its new PIN and password, wherever this is cut short.
    if (!keepsPasskey) {
      try {
        await removeCopies([parts.passkey()])
      } catch (error) {
        return { kind: 'not-written', reason: error instanceof StorageError ? error.problem : 'unreliable' }
      }
    }
    const written = await writeCopies(tried.textStores, tried.value.record)
    if (written.kind === 'kept') return { kind: 'changed' }
    return written.isUndone ? { kind: 'not-written', reason: written.reason } : { kind: 'unsure' }
  })
}
