import { type Authenticator, AuthenticatorError, authenticator, canAuthenticate } from '../device/authenticator.ts'
import { type AccessParts, browserParts, type NotOpened, tryCopies } from './access.ts'
import { seal, unseal } from './aead.ts'
import { type Bytes, randomBytes, toBase64Url } from './bytes.ts'
import { candidates, readCopies, repairCopies } from './copies.ts'
import { derivedKey } from './hkdf.ts'
import {
  decodePasskey,
  encodePasskey,
  PASSKEY_SALT_BYTES,
  type PasskeyHeader,
  type PasskeyRecord,
  passkeyHeaderBytes,
  walletMark,
} from './passkeyRecord.ts'
import { type Credentials, type OpenedVault, openWithKey } from './vault.ts'
import { VaultError } from './vaultError.ts'

/*
 * A second way into the vault of this device: a key from the secret of a passkey wraps the data key, in a record beside the
 * vault, which knows nothing of it. PIN and password always open the vault too. No rate limit: a passkey cannot be guessed.
 */

type Wallet = { dataKey: CryptoKey }
type Owner = { address: `0x${string}`; credentials: Credentials }

export type PasskeySetUp =
  | { kind: 'done' }
  | { kind: 'not-set'; why: 'refused' | 'unsupported' | 'not-written' }
  /** PIN and password did not open the vault: nothing was enrolled. */
  | NotOpened

export type PasskeyOpened =
  | { kind: 'opened'; phrase: string; address: `0x${string}`; dataKey: CryptoKey }
  /** Cancelled, timed out or not verified. */
  | { kind: 'refused' }
  /** There is none, it is damaged, or it is for a vault that is no longer here. */
  | { kind: 'void' }

type Parts = Omit<AccessParts, 'askToPersist'> & { authenticator: Authenticator }

const LABEL = 'entrepares passkey v1'

export function createPasskey({ stores, passkey, throttle, exclusively, kdf, authenticator }: Parts) {
  const read = async (): Promise<PasskeyRecord | undefined> => {
    const text = await passkey()
      .read()
      .catch(() => undefined)
    return text === undefined ? undefined : decodePasskey(text)
  }

  /** Vault that the data key opens, if it is the wallet of this mark. To be called within `exclusively`. */
  const openCopies = async (rawKey: Bytes, header: PasskeyHeader) => {
    const textStores = stores()
    const copies = await readCopies(textStores)
    for (const text of candidates(copies)) {
      const vault = await openWithKey(text, rawKey.slice()).catch(unlessNotThisOne)
      if (!vault || !(await isFor(header, rawKey))) continue
      await repairCopies(textStores, copies, vault)
      return vault
    }
    return undefined
  }

  return {
    /** Whether there is a record that can be read. Only the authenticator tells whether it opens the vault. */
    isThere: async () => (await read()) !== undefined,

    isSetUpFor: async ({ dataKey }: Wallet): Promise<boolean> => {
      const record = await read()
      if (!record) return false
      const rawKey = await exportKey(dataKey)
      try {
        return await isFor(record, rawKey)
      } finally {
        rawKey.fill(0)
      }
    },

    /**
     * Asks the authenticator only after PIN and password opened the vault of the wallet at this address, within the rate limit.
     * The prompts of the browser take as long as they take, so no lock is held during them. Once aborted, nothing is written.
     */
    setUp: async ({ address, credentials }: Owner, signal?: AbortSignal): Promise<PasskeySetUp> => {
      const tried = await exclusively(() =>
        tryCopies({ stores, throttle }, async ({ openVault }, record) => ({
          record,
          vault: await openVault(record, credentials, kdf),
        })),
      )
      if (tried.kind !== 'found') return tried
      const { record, vault } = tried.value
      // Another tab may have replaced the vault by that of another wallet, with a PIN and password of its own.
      if (vault.address !== address) return { kind: 'invalid' }
      if (signal?.aborted) return notSet('refused')

      const salt = randomBytes(PASSKEY_SALT_BYTES)
      let created: Awaited<ReturnType<Authenticator['create']>>
      try {
        created = await authenticator.create(salt, signal)
      } catch (error) {
        return notSet(kindOf(error))
      }
      const wrappingKey = await derivedKey(created.secret, LABEL)
      const rawKey = await exportKey(vault.dataKey)
      try {
        const text = encodePasskey(await wrap({ credentialId: created.credentialId, salt }, rawKey, wrappingKey))
        return await exclusively(async () => {
          // Another tab may have replaced the vault meanwhile, or changed PIN and password.
          if (!candidates(await readCopies(stores())).includes(record)) return notSet('not-written')
          if (signal?.aborted) return notSet('refused')
          await passkey().write(text)
          return (await passkey().read()) === text ? { kind: 'done' } : notSet('not-written')
        })
      } catch {
        return notSet('not-written')
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
      const wrappingKey = await derivedKey(secret, LABEL)
      const rawKey = await unseal(wrappingKey, record.wrappedKey, passkeyHeaderBytes(record))
      if (!rawKey) return { kind: 'void' }
      try {
        // Another tab may have removed it while the prompt was open.
        const vault = await exclusively(async () =>
          (await read())?.credentialId.join() === record.credentialId.join() ? openCopies(rawKey, record) : undefined,
        )
        if (!vault) return { kind: 'void' }
        const { phrase, address, dataKey }: OpenedVault = vault
        return { kind: 'opened', phrase, address, dataKey }
      } finally {
        rawKey.fill(0)
      }
    },

    /** Rejects if it may remain. */
    remove: (): Promise<void> => exclusively(() => passkey().remove()),
  }
}

export const passkey = createPasskey({ ...browserParts, authenticator })

/** Whether it is worth offering unasked: it works here as far as one can know, and there is none yet. */
export async function isPasskeyNews(): Promise<boolean> {
  return !(await passkey.isThere()) && (await canAuthenticate()) === 'yes'
}

async function wrap(
  { credentialId, salt }: Pick<PasskeyHeader, 'credentialId' | 'salt'>,
  rawKey: Bytes,
  wrappingKey: CryptoKey,
): Promise<PasskeyRecord> {
  const header: PasskeyHeader = { credentialId, salt, wallet: await walletMark({ salt }, rawKey) }
  return { ...header, wrappedKey: await seal(wrappingKey, rawKey, passkeyHeaderBytes(header)) }
}

async function isFor(header: PasskeyHeader, rawKey: Bytes): Promise<boolean> {
  return toBase64Url(await walletMark(header, rawKey)) === toBase64Url(header.wallet)
}

async function exportKey(dataKey: CryptoKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', dataKey))
}

function notSet(why: 'refused' | 'unsupported' | 'not-written') {
  return { kind: 'not-set', why } as const
}

function kindOf(error: unknown): 'refused' | 'unsupported' {
  if (error instanceof AuthenticatorError) return error.kind
  throw error
}

function unlessNotThisOne(error: unknown): undefined {
  if (!(error instanceof VaultError)) throw error
}
