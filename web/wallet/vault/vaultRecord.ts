import { SEAL_BYTES } from './aead.ts'
import { type Bytes, fromBase64Url, toBase64Url, utf8 } from './bytes.ts'
import { isWithinBounds, type KdfParameters } from './kdfParameters.ts'
import { SECRET_BYTES } from './secret.ts'
import { VaultError } from './vaultError.ts'

/*
 * The serialised vault: `<JSON>.<checksum>`. The checksum, SHA-256 of the JSON, detects corruption, not tampering: AES-GCM
 * alone cannot tell a damaged record from a wrong password. Every future version must keep this framing, so that this code
 * reports a newer record as unsupported rather than damaged.
 */

export type VaultHeader = {
  /** Incremented each time the vault is sealed, up to LAST_REVISION. */
  revision: number
  kdf: KdfParameters & { salt: Bytes }
  /** Digits of the PIN: how many the form asks for, whatever it asks of new ones. All that the record says of the PIN. */
  pinLength: number
}

export type VaultRecord = VaultHeader & {
  /** The data key, encrypted with the key derived from PIN and password. */
  wrappedKey: Bytes
  /** The secret, encrypted with the data key. */
  sealedSecret: Bytes
}

export const SALT_BYTES = 16
export const KEY_BYTES = 32
export const LAST_REVISION = 2 ** 31 - 1
/** Length of the PIN of a record that does not say it. Never changes: such records are on devices, and in backups. */
const UNSAID_PIN_LENGTH = 6
const MAX_PIN_LENGTH = 12

/** The header as associated data (AEAD): neither ciphertext decrypts under another header. */
export function headerBytes(header: VaultHeader): Bytes {
  return utf8(JSON.stringify(headerFields(header)))
}

export async function encodeRecord(record: VaultRecord): Promise<string> {
  const body = bodyOf(record)
  return `${body}.${await checksum(body)}`
}

/** Throws a VaultError unless this is a version 1 record, byte for byte as encodeRecord writes it, with a KDF within bounds. */
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
  // Canonical form only: a valid checksum over other JSON means that other software wrote it.
  if (bodyOf(record) !== body) throw new VaultError('damaged', 'The record is not written as version 1 is')
  if (!isWithinBounds(record.kdf)) {
    throw new VaultError('unsupported', `Argon2id with ${record.kdf.memoryKiB} KiB and ${record.kdf.passes} passes`)
  }
  return record
}

function headerFields({ revision, kdf: { memoryKiB, passes, salt }, pinLength }: VaultHeader) {
  return {
    format: 'entrepares-vault',
    version: 1,
    revision,
    kdf: { name: 'argon2id', memoryKiB, passes, parallelism: 1, salt: toBase64Url(salt) },
    ...(pinLength !== UNSAID_PIN_LENGTH && { pinLength }),
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
    pinLength: fields.pinLength === undefined ? UNSAID_PIN_LENGTH : integerIn(fields.pinLength, MAX_PIN_LENGTH),
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

function integerIn(value: unknown, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && 1 <= value && value <= max) return value
  throw new VaultError('damaged', `Not a number from 1 to ${max}: ${value}`)
}

function bytesIn(value: unknown, length: number): Bytes {
  try {
    const bytes = fromBase64Url(String(value))
    if (bytes.length === length) return bytes
  } catch {
    // Falls through to the throw below.
  }
  throw new VaultError('damaged', `Not ${length} bytes in base64url`)
}

async function checksum(body: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(body))))
}
