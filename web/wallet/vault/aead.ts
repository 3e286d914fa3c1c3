import { type Bytes, randomBytes } from './bytes.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Ciphertext overhead: nonce and authentication tag. */
export const SEAL_BYTES = IV_BYTES + TAG_BYTES

/** Imports 32 bytes as an AES-256-GCM key. The caller must zeroise `raw` afterwards, on every path. */
export function sealingKey(raw: Bytes, { extractable = false } = {}): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', extractable, ['encrypt', 'decrypt'])
}

/** AES-256-GCM with a fresh random nonce. Returns nonce, ciphertext and tag, in this order. */
export async function seal(key: CryptoKey, plain: Bytes, additionalData: Bytes): Promise<Bytes> {
  const iv = randomBytes(IV_BYTES)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain)
  const bytes = new Uint8Array(IV_BYTES + sealed.byteLength)
  bytes.set(iv)
  bytes.set(new Uint8Array(sealed), IV_BYTES)
  return bytes
}

/**
 * Decrypts without the associated data, and so without authentication. Only to recognise a key: the result must not be used. GCM is a
 * stream cipher, so encrypting the ciphertext under its own nonce gives the plaintext back.
 */
export async function decryptUnchecked(key: CryptoKey, sealed: Bytes): Promise<Bytes> {
  const iv = sealed.subarray(0, IV_BYTES)
  const cipher = sealed.subarray(IV_BYTES, -TAG_BYTES)
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, cipher)).subarray(0, cipher.length)
}

/** Decrypts what `seal` returned; undefined if authentication fails: wrong key, wrong associated data or altered bytes. */
export async function unseal(key: CryptoKey, sealed: Bytes, additionalData: Bytes): Promise<Bytes | undefined> {
  const iv = sealed.subarray(0, IV_BYTES)
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed.subarray(IV_BYTES)))
  } catch {
    return undefined
  }
}
