import { accountFrom } from '../phrase/account.ts'
import { entropyOf, phraseFrom } from '../phrase/entropy.ts'
import type { Language } from '../phrase/wordlists.ts'
import { seal, sealingKey, unseal } from './aead.ts'
import type { DeriveKey } from './argon2.ts'
import { type Bytes, randomBytes, utf8 } from './bytes.ts'
import { deriveKey } from './kdf.ts'
import { isWeaker, KDF_TODAY, type KdfParameters } from './kdfParameters.ts'
import { decodeSecret, encodeSecret, type Secret } from './secret.ts'
import { VaultError } from './vaultError.ts'
import { decodeRecord, encodeRecord, headerBytes, KEY_BYTES, LAST_REVISION, SALT_BYTES, type VaultHeader } from './vaultRecord.ts'

export type Credentials = { pin: string; password: string }

export type OpenedVault = {
  phrase: string
  language: Language
  address: `0x${string}`
  /** Encrypts the secret, and did so with the outboxes of version 1. Survives re-sealing with stronger parameters, but not replacing the vault. */
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
    return { record, address, dataKey: await sealingKey(rawKey) }
  } finally {
    rawKey.fill(0)
    secret.entropy.fill(0)
  }
}

/** Throws a VaultError if the record cannot be opened. */
export async function openVault(record: string, credentials: Credentials, kdf: Kdf = KDF): Promise<OpenedVault> {
  const { wrappedKey, sealedSecret, ...header } = await decodeRecord(record)
  const rawKey = await unseal(await keyFrom(credentials, header, kdf), wrappedKey, headerBytes(header))
  if (!rawKey) throw new VaultError('wrong-credentials', 'PIN and password do not open the vault')
  let secret: Secret | undefined
  try {
    const dataKey = await sealingKey(rawKey)
    secret = await readSecret(dataKey, sealedSecret, header)
    const phrase = await phraseFrom(secret.entropy, secret.language)
    const { address } = await accountFrom(phrase)
    if (address.toLowerCase() !== secret.address) throw new VaultError('damaged', 'The phrase is not that of the address')

    const opened = { phrase, language: secret.language, address, dataKey }
    if (!isWeaker(header.kdf, kdf.today)) return { ...opened, record, revision: header.revision }
    const revision = Math.min(header.revision + 1, LAST_REVISION)
    return { ...opened, record: await write(secret, rawKey, credentials, revision, kdf), revision }
  } finally {
    rawKey.fill(0)
    secret?.entropy.fill(0)
  }
}

async function write(secret: Secret, rawKey: Bytes, credentials: Credentials, revision: number, kdf: Kdf): Promise<string> {
  const header: VaultHeader = { revision, kdf: { ...kdf.today, salt: randomBytes(SALT_BYTES) } }
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

async function readSecret(dataKey: CryptoKey, sealedSecret: Bytes, header: VaultHeader): Promise<Secret> {
  const plain = await unseal(dataKey, sealedSecret, headerBytes(header))
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
