import { type Bytes, utf8 } from './bytes.ts'

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
