import { type Bytes, utf8 } from './bytes.ts'

const HASH_BITS = 256

/** Derives a non-extractable AES-256-GCM key (HKDF-SHA-256), with one label per purpose. Zeroises the secret. */
export async function derivedKey(secret: Bytes, label: string): Promise<CryptoKey> {
  try {
    const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(label) }
    return await crypto.subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  } finally {
    secret.fill(0)
  }
}

/** Derives 32 bytes that say nothing about the secret. Leaves the secret to the caller. */
export async function derivedBytes(secret: Bytes, label: string, salt: Bytes): Promise<Bytes> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(label) }
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf, material, HASH_BITS))
}
