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
  /** Seals what else is kept for this wallet. It stays the same when the vault is sealed anew. */
  dataKey: CryptoKey
  /** What is to be kept: the record that was opened, or, where that was weaker than today's, the same sealed anew. */
  record: string
  revision: number
}

/** How keys are drawn. Tests make it cheap. */
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

/** Throws a VaultError where the record cannot be opened. */
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
  // PIN and password were right: they unwrapped the key.
  if (!secret) throw new VaultError('damaged', 'The secret is not the one that belongs to the key')
  return secret
}

/**
 * PIN and password enter as one, so that neither can be tried without the other. As a JSON array: no two pairs read alike.
 * NFKC, because an accented letter must not depend on the keyboard it was typed with.
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
