import { SEAL_BYTES } from './aead.ts'
import { type Bytes, fromBase64Url, toBase64Url, utf8 } from './bytes.ts'
import { isWithinBounds, type KdfParameters } from './kdfParameters.ts'
import { SECRET_BYTES } from './secret.ts'
import { VaultError } from './vaultError.ts'

/*
 * A vault as it is kept: `<JSON>.<checksum>`. The checksum, SHA-256 of the JSON, holds no secret and proves nothing about
 * who wrote it: it tells a damaged record from a wrong password, which the ciphers alone cannot. It frames every version
 * alike, so that a newer record is known for whole, and refused as unsupported rather than as damaged.
 */

export type VaultHeader = {
  /** Grows by one each time the vault is sealed. */
  revision: number
  kdf: KdfParameters & { salt: Bytes }
}

export type VaultRecord = VaultHeader & {
  /** The data key, sealed by the key that PIN and password give. */
  wrappedKey: Bytes
  /** The secret, sealed by the data key. */
  sealedSecret: Bytes
}

export const SALT_BYTES = 16
export const KEY_BYTES = 32
export const LAST_REVISION = 2 ** 31 - 1

/** The header as associated data: neither part opens under another one. */
export function headerBytes(header: VaultHeader): Bytes {
  return utf8(JSON.stringify(headerFields(header)))
}

export async function encodeRecord(record: VaultRecord): Promise<string> {
  const body = bodyOf(record)
  return `${body}.${await checksum(body)}`
}

/** Throws a VaultError on anything that encodeRecord did not write. */
export async function decodeRecord(text: string): Promise<VaultRecord> {
  const end = text.lastIndexOf('.')
  const body = text.slice(0, Math.max(end, 0))
  if (text.slice(end + 1) !== (await checksum(body))) {
    throw new VaultError('damaged', 'The record does not match its checksum')
  }
  const fields = parse(body)
  if (fields.format !== 'entrepares-vault' || fields.version !== 1) {
    throw new VaultError('unsupported', `No record of version 1, but ${fields.format} ${fields.version}`)
  }
  const record = recordFrom(fields)
  // Whole by its checksum, and yet not as we write it: made by someone else.
  if (bodyOf(record) !== body) throw new VaultError('damaged', 'The record is not written as version 1 is')
  if (!isWithinBounds(record.kdf)) {
    throw new VaultError('unsupported', `Argon2id with ${record.kdf.memoryKiB} KiB and ${record.kdf.passes} passes`)
  }
  return record
}

function headerFields({ revision, kdf: { memoryKiB, passes, salt } }: VaultHeader) {
  return {
    format: 'entrepares-vault',
    version: 1,
    revision,
    kdf: { name: 'argon2id', memoryKiB, passes, parallelism: 1, salt: toBase64Url(salt) },
  }
}

function bodyOf(record: VaultRecord): string {
  return JSON.stringify({
    ...headerFields(record),
    wrappedKey: toBase64Url(record.wrappedKey),
    sealedSecret: toBase64Url(record.sealedSecret),
  })
}

function recordFrom(fields: Record<string, unknown>): VaultRecord {
  const kdf = objectIn(fields.kdf)
  return {
    revision: integerIn(fields.revision, LAST_REVISION),
    kdf: {
      memoryKiB: integerIn(kdf.memoryKiB, Number.MAX_SAFE_INTEGER),
      passes: integerIn(kdf.passes, Number.MAX_SAFE_INTEGER),
      salt: bytesIn(kdf.salt, SALT_BYTES),
    },
    wrappedKey: bytesIn(fields.wrappedKey, KEY_BYTES + SEAL_BYTES),
    sealedSecret: bytesIn(fields.sealedSecret, SECRET_BYTES + SEAL_BYTES),
  }
}

function parse(body: string): Record<string, unknown> {
  try {
    return objectIn(JSON.parse(body))
  } catch {
    throw new VaultError('damaged', 'The record is no JSON object')
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new VaultError('damaged', 'A part of the record is missing')
  return value as Record<string, unknown>
}

function integerIn(value: unknown, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && 1 <= value && value <= most) return value
  throw new VaultError('damaged', `Not a number from 1 to ${most}: ${value}`)
}

function bytesIn(value: unknown, length: number): Bytes {
  try {
    const bytes = fromBase64Url(String(value))
    if (bytes.length === length) return bytes
  } catch {
    // Said below.
  }
  throw new VaultError('damaged', `Not ${length} bytes in base64url`)
}

async function checksum(body: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(body))))
}
