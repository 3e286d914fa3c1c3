import { SEAL_BYTES } from './aead.ts'
import { type Bytes, fromBase64Url, toBase64Url, utf8 } from './bytes.ts'
import { derivedBytes } from './hkdf.ts'
import { KEY_BYTES } from './vaultRecord.ts'

export type PasskeyHeader = {
  credentialId: Bytes
  /** PRF input: the authenticator derives its secret from it. */
  salt: Bytes
  /** Which vault it is for: see `walletMark`. */
  wallet: Bytes
}

export type PasskeyRecord = PasskeyHeader & {
  /** The vault's data key, encrypted with a key from the authenticator's secret. */
  wrappedKey: Bytes
}

export const PASSKEY_SALT_BYTES = 32
const MARK_BYTES = 32
/** The longest that WebAuthn allows. */
const MAX_ID_BYTES = 1023

/** The header as associated data: the data key unwraps for this credential and this wallet alone. */
export function passkeyHeaderBytes(header: PasskeyHeader): Bytes {
  return utf8(JSON.stringify(headerFields(header)))
}

export function encodePasskey(record: PasskeyRecord): string {
  return JSON.stringify({ ...headerFields(record), wrappedKey: toBase64Url(record.wrappedKey) })
}

/** Undefined unless this is a record of version 1, byte for byte as encodePasskey writes it. */
export function decodePasskey(text: string): PasskeyRecord | undefined {
  try {
    const fields = JSON.parse(text)
    const bytes = (value: unknown) => fromBase64Url(String(value))
    const record: PasskeyRecord = {
      credentialId: bytes(fields.credentialId),
      salt: bytes(fields.salt),
      wallet: bytes(fields.wallet),
      wrappedKey: bytes(fields.wrappedKey),
    }
    const isWhole =
      record.credentialId.length > 0 &&
      record.credentialId.length <= MAX_ID_BYTES &&
      record.salt.length === PASSKEY_SALT_BYTES &&
      record.wallet.length === MARK_BYTES &&
      record.wrappedKey.length === KEY_BYTES + SEAL_BYTES &&
      encodePasskey(record) === text
    return isWhole ? record : undefined
  } catch {
    return undefined
  }
}

/**
 * Derived from the vault's data key (HKDF-SHA-256), not from the address: addresses are public, so a holder of the device could
 * try all of them and find out whose wallet it is.
 */
export function walletMark({ salt }: Pick<PasskeyHeader, 'salt'>, rawKey: Bytes): Promise<Bytes> {
  return derivedBytes(rawKey, 'entrepares passkey wallet v1', salt)
}

function headerFields({ credentialId, salt, wallet }: PasskeyHeader) {
  return {
    format: 'entrepares-passkey',
    version: 1,
    credentialId: toBase64Url(credentialId),
    salt: toBase64Url(salt),
    wallet: toBase64Url(wallet),
  }
}
