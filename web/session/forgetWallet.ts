import { forgetSealed } from '../wallet/device/sealedTexts.ts'
import { SEALED } from '../wallet/device/storage.ts'
import { keyFor } from '../wallet/phrase/keyFor.ts'
import { type AccessParts, browserParts, type NotOpened, tryCopies } from '../wallet/vault/access.ts'
import { candidates, readCopies, removeCopies } from '../wallet/vault/copies.ts'
import { type Credentials, opensAll } from '../wallet/vault/vault.ts'

/** `another-vault`: another tab stored another wallet, in one of the two places or in both. */
export type Forgotten = { kind: 'forgotten' } | { kind: 'another-vault' } | NotOpened

type Wallet = { address: `0x${string}`; phrase: string; dataKey: CryptoKey }

/**
 * Deletes the vault of the open wallet, what a passkey wraps, and all that is sealed with keys from its phrase, after PIN and
 * password. Rejects if any of it may remain. What other wallets stored stays.
 */
export function forgetWallet(
  { address, phrase, dataKey }: Wallet,
  credentials: Credentials,
  parts: AccessParts = browserParts,
): Promise<Forgotten> {
  const { stores, passkey, throttle, exclusively, kdf } = parts
  return exclusively(async () => {
    const records = candidates(await readCopies(stores()))
    const rawKey = new Uint8Array(await crypto.subtle.exportKey('raw', dataKey))
    // Before PIN and password, which would be wrong for another wallet's vault.
    const isOwn = await opensAll(rawKey, records).finally(() => rawKey.fill(0))
    if (!isOwn) return { kind: 'another-vault' }
    const tried = await tryCopies(parts, ({ openVault }, record) => openVault(record, credentials, kdf))
    if (tried.kind !== 'found') return tried
    // A later version of the app wrote one of them, and knows whose it is.
    if (tried.copies.some(({ kind }) => kind === 'unsupported')) return { kind: 'unsupported' }

    await removeCopies([...stores(), passkey()])
    for (const [purpose, of] of Object.entries(SEALED))
      await forgetSealed(of, address, await keyFor(purpose as keyof typeof SEALED, phrase))
    throttle.reset()
    return { kind: 'forgotten' }
  })
}
