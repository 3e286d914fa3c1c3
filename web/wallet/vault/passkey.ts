import { type Authenticator, AuthenticatorError, authenticator, canAuthenticate } from '../device/authenticator.ts'
import { type AccessParts, browserParts } from './access.ts'
import { seal, unseal } from './aead.ts'
import { type Bytes, randomBytes, toBase64Url } from './bytes.ts'
import { candidates, readCopies, repairCopies } from './copies.ts'
import { derivedKey } from './hkdf.ts'
import {
  decodePasskey,
  encodePasskey,
  PASSKEY_SALT_BYTES,
  type PasskeyRecord,
  passkeyHeaderBytes,
  walletMark,
} from './passkeyRecord.ts'
import { type OpenedVault, openWithKey } from './vault.ts'
import { VaultError } from './vaultError.ts'

/*
 * A second way into the vault of this device: a key from the secret of a passkey wraps the data key, in a record beside the
 * vault, which knows nothing of it. PIN and password always open the vault too. No rate limit: a passkey cannot be guessed.
 */

type Wallet = { address: `0x${string}`; dataKey: CryptoKey }

export type PasskeySetUp = 'done' | 'refused' | 'unsupported' | 'not-written'

export type PasskeyOpened =
  | { kind: 'opened'; phrase: string; address: `0x${string}`; dataKey: CryptoKey }
  /** Cancelled, timed out or not verified. */
  | { kind: 'refused' }
  /** There is none, it is damaged, or it is for a vault that is no longer here. */
  | { kind: 'void' }

type Parts = Pick<AccessParts, 'stores' | 'passkey' | 'exclusively'> & { authenticator: Authenticator }

const LABEL = 'entrepares passkey v1'

export function createPasskey({ stores, passkey, exclusively, authenticator }: Parts) {
  const read = async (): Promise<PasskeyRecord | undefined> => {
    const text = await passkey()
      .read()
      .catch(() => undefined)
    return text === undefined ? undefined : decodePasskey(text)
  }

  /** What the data key opens, if that is the wallet of this mark. To be called exclusively. */
  const openCopies = async (rawKey: Bytes, { salt, wallet }: Pick<PasskeyRecord, 'salt' | 'wallet'>) => {
    const places = stores()
    const copies = await readCopies(places)
    for (const text of candidates(copies)) {
      const vault = await openWithKey(text, rawKey.slice()).catch(unlessNotThisOne)
      if (!vault || toBase64Url(await walletMark(vault.address, salt)) !== toBase64Url(wallet)) continue
      await repairCopies(places, copies, vault)
      return vault
    }
    return undefined
  }

  return {
    /** Whether there is a record that can be read. Only the authenticator tells whether it opens the vault. */
    isThere: async () => (await read()) !== undefined,

    isSetUpFor: async (address: string): Promise<boolean> => {
      const record = await read()
      return record !== undefined && toBase64Url(await walletMark(address, record.salt)) === toBase64Url(record.wallet)
    },

    /** The prompts of the browser take as long as they take, so no lock is held during them. */
    setUp: async ({ address, dataKey }: Wallet): Promise<PasskeySetUp> => {
      const salt = randomBytes(PASSKEY_SALT_BYTES)
      let created: Awaited<ReturnType<Authenticator['create']>>
      try {
        created = await authenticator.create(salt)
      } catch (error) {
        return kindOf(error)
      }
      const header = { credentialId: created.credentialId, salt, wallet: await walletMark(address, salt) }
      const wrappingKey = await derivedKey(created.secret, LABEL)
      const rawKey = new Uint8Array(await crypto.subtle.exportKey('raw', dataKey))
      try {
        const wrappedKey = await seal(wrappingKey, rawKey, passkeyHeaderBytes(header))
        const text = encodePasskey({ ...header, wrappedKey })
        return await exclusively(async () => {
          // Another tab may have replaced the vault meanwhile.
          if (!(await openCopies(rawKey, header))) return 'not-written'
          await passkey().write(text)
          return (await passkey().read()) === text ? 'done' : 'not-written'
        })
      } catch {
        return 'not-written'
      } finally {
        rawKey.fill(0)
      }
    },

    unlock: async (): Promise<PasskeyOpened> => {
      const record = await read()
      if (!record) return { kind: 'void' }
      let secret: Bytes
      try {
        secret = await authenticator.derive(record.credentialId, record.salt)
      } catch (error) {
        return { kind: kindOf(error) === 'refused' ? 'refused' : 'void' }
      }
      const rawKey = await unseal(await derivedKey(secret, LABEL), record.wrappedKey, passkeyHeaderBytes(record))
      if (!rawKey) return { kind: 'void' }
      try {
        const vault = await exclusively(() => openCopies(rawKey, record))
        if (!vault) return { kind: 'void' }
        const { phrase, address, dataKey }: OpenedVault = vault
        return { kind: 'opened', phrase, address, dataKey }
      } finally {
        rawKey.fill(0)
      }
    },

    /** Rejects if it may remain. */
    remove: async (): Promise<void> => {
      await passkey().remove()
    },
  }
}

export const passkey = createPasskey({ ...browserParts, authenticator })

/** Whether it is worth offering unasked: it works here as far as one can know, and there is none yet. */
export async function isPasskeyNews(): Promise<boolean> {
  return !(await passkey.isThere()) && (await canAuthenticate()) === 'yes'
}

function kindOf(error: unknown): 'refused' | 'unsupported' {
  if (error instanceof AuthenticatorError) return error.kind
  throw error
}

function unlessNotThisOne(error: unknown): undefined {
  if (!(error instanceof VaultError)) throw error
}
