import { accountFrom } from '../phrase/account.ts'
import { entropyOf, phraseFrom } from '../phrase/entropy.ts'
import type { Language } from '../phrase/wordlists.ts'
import { seal, sealingKey, unseal } from './aead.ts'
import { type Bytes, randomBytes, utf8 } from './bytes.ts'
import { deriveKey } from './kdf.ts'
import { type DeriveKey, isWeaker, KDF_TODAY, type KdfParameters } from './kdfParameters.ts'
import { decodeSecret, encodeSecret, type Secret } from './secret.ts'
import { VaultError } from './vaultError.ts'
import {
  decodeRecord,
  encodeRecord,
  headerBytes,
  KEY_BYTES,
  LAST_REVISION,
  SALT_BYTES,
  type VaultHeader,
  type VaultRecord,
} from './vaultRecord.ts'

export type Credentials = { pin: string; password: string }

export type OpenedVault = {
  phrase: string
  language: Language
  address: `0x${string}`
  /**
   * Encrypts the secret. Survives re-sealing and a change of PIN and password, but
   * not replacing the vault. Extractable, so that a passkey can wrap it: the phrase is in the same memory.
   */
  dataKey: CryptoKey
  /** The record to store: the one that was opened, or, if its KDF was weaker than today's, the same vault re-sealed. */
  record: string
  revision: number
}

/** Key derivation. Tests use cheap parameters. */
export type Kdf = { derive: DeriveKey; today: KdfParameters }

const KDF: Kdf = { derive: deriveKey, today: KDF_TODAY }

export async function sealVault(
  { phrase, revision, ...credentials }: Credentials & { phrase: string; revision: number },
  kdf: Kdf = KDF,
): Promise<{ record: string; address: `0x${string}`; dataKey: CryptoKey }> {
  const { address } = await accountFrom(phrase)
  const secret = { ...(await entropyOf(phrase)), address }
  const rawKey = randomBytes(KEY_BYTES)
  try {
    const record = await write(secret, rawKey, credentials, revision, kdf)
    return { record, address, dataKey: await sealingKey(rawKey, { extractable: true }) }
  } finally {
    rawKey.fill(0)
    secret.entropy.fill(0)
  }
}

/** Throws a VaultError if the record cannot be opened. */
export async function openVault(text: string, credentials: Credentials, kdf: Kdf = KDF): Promise<OpenedVault> {
  const record = await decodeRecord(text)
  const rawKey = await unwrapKey(record, credentials, kdf)
  return withSecret(record, rawKey, async (opened, secret) => {
    if (!isWeaker(record.kdf, kdf.today)) return { ...opened, record: text, revision: record.revision }
    const revision = Math.min(record.revision + 1, LAST_REVISION)
    return { ...opened, record: await write(secret, rawKey, credentials, revision, kdf), revision }
  })
}

/**
 * The same secret and data key under another PIN and password. Throws a VaultError if the present ones do not open the
 * record. Undefined if one of the others is another vault, or this phrase sealed anew.
 */
export async function rewrapVault(
  text: string,
  { from, to, revision, others }: { from: Credentials; to: Credentials; revision: number; others: readonly string[] },
  kdf: Kdf = KDF,
): Promise<{ record: string; address: `0x${string}` } | undefined> {
  const record = await decodeRecord(text)
  const rawKey = await unwrapKey(record, from, kdf)
  return withSecret(record, rawKey, async ({ address }, secret) => {
    if (!(await opensAll(rawKey, others))) return undefined
    return { record: await write(secret, rawKey, to, revision, kdf), address }
  })
}

/** Whether all of the records are of the vault with this data key, under whatever PIN and password. */
export async function opensAll(rawKey: Bytes, records: readonly string[]): Promise<boolean> {
  for (const text of records) {
    try {
      await openWithKey(text, rawKey.slice())
    } catch (error) {
      if (error instanceof VaultError) return false
      throw error
    }
  }
  return true
}

/** Opens the record by its data key, which it zeroises. Throws a VaultError if that is another vault's. */
export async function openWithKey(text: string, rawKey: Bytes): Promise<OpenedVault> {
  const record = await decodeRecord(text)
  return withSecret(record, rawKey, async (opened) => ({ ...opened, record: text, revision: record.revision }))
}

async function unwrapKey(record: VaultRecord, credentials: Credentials, kdf: Kdf): Promise<Bytes> {
  const rawKey = await unseal(await keyFrom(credentials, record, kdf), record.wrappedKey, headerBytes(record))
  if (!rawKey) throw new VaultError('wrong-credentials', 'PIN and password do not open the vault')
  return rawKey
}

/** Opens the secret with the data key. Zeroises both after `use`. */
async function withSecret<T>(
  record: VaultRecord,
  rawKey: Bytes,
  use: (opened: Omit<OpenedVault, 'record' | 'revision'>, secret: Secret) => Promise<T>,
): Promise<T> {
  let secret: Secret | undefined
  try {
    const dataKey = await sealingKey(rawKey, { extractable: true })
    secret = await readSecret(dataKey, record)
    const phrase = await phraseFrom(secret.entropy, secret.language)
    const { address } = await accountFrom(phrase)
    if (address.toLowerCase() !== secret.address) throw new VaultError('damaged', 'The phrase is not that of the address')
    return await use({ phrase, language: secret.language, address, dataKey }, secret)
  } finally {
    rawKey.fill(0)
    secret?.entropy.fill(0)
  }
}

async function write(secret: Secret, rawKey: Bytes, credentials: Credentials, revision: number, kdf: Kdf): Promise<string> {
  const header: VaultHeader = {
    revision,
    kdf: { ...kdf.today, salt: randomBytes(SALT_BYTES) },
    pinLength: credentials.pin.length,
  }
  const associated = headerBytes(header)
  const plain = encodeSecret(secret)
  try {
    return await encodeRecord({
      ...header,
      wrappedKey: await seal(await keyFrom(credentials, header, kdf), rawKey, associated),
      sealedSecret: await seal(await sealingKey(rawKey), plain, associated),
    })
  } finally {
    plain.fill(0)
  }
}

async function readSecret(dataKey: CryptoKey, record: VaultRecord): Promise<Secret> {
  const plain = await unseal(dataKey, record.sealedSecret, headerBytes(record))
  const secret = plain && decodeSecret(plain)
  plain?.fill(0)
  // Not 'wrong-credentials': PIN and password did unwrap the data key.
  if (!secret) throw new VaultError('damaged', 'The secret is not the one that belongs to the key')
  return secret
}

/**
 * PIN and password are one KDF input, so that neither can be guessed without the other. A JSON array makes the encoding
 * unambiguous: no two pairs give the same bytes. NFKC, so that an accented letter is the same from every keyboard.
 */
async function keyFrom({ pin, password }: Credentials, { kdf: { salt, ...cost } }: VaultHeader, kdf: Kdf): Promise<CryptoKey> {
  const input = utf8(JSON.stringify([pin, password.normalize('NFKC')]))
  let rawKey: Bytes | undefined
  try {
    rawKey = await kdf.derive(input, salt, cost)
    return await sealingKey(rawKey)
  } finally {
    input.fill(0)
    rawKey?.fill(0)
  }
}
