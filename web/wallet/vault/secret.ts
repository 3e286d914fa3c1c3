import type { Language } from '../phrase/wordlists.ts'
import type { Bytes } from './bytes.ts'

/** Plaintext of the vault. The entropy is bytes rather than a string, so that it can be zeroised. */
export type Secret = { language: Language; entropy: Bytes; address: `0x${string}` }

const LANGUAGES: readonly Language[] = ['english', 'spanish']
const ADDRESS_AT = 2
const ENTROPY_AT = 22

/** Padded to the size of 24 words, so that the record does not reveal how many there are. */
export const SECRET_BYTES = ENTROPY_AT + 32

/** Layout: language (1 byte), entropy length (1), address (20), entropy zero-padded (32). */
export function encodeSecret({ language, entropy, address }: Secret): Bytes {
  const bytes = new Uint8Array(SECRET_BYTES)
  bytes[0] = LANGUAGES.indexOf(language)
  bytes[1] = entropy.length
  bytes.set(addressBytes(address), ADDRESS_AT)
  bytes.set(entropy, ENTROPY_AT)
  return bytes
}

/** Undefined if the bytes do not have this layout. */
export function decodeSecret(bytes: Bytes): Secret | undefined {
  const language = LANGUAGES[bytes[0] ?? -1]
  const length = bytes[1] ?? 0
  if (!language || bytes.length !== SECRET_BYTES || ![16, 20, 24, 28, 32].includes(length)) return undefined
  const address = [...bytes.subarray(ADDRESS_AT, ENTROPY_AT)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { language, entropy: bytes.slice(ENTROPY_AT, ENTROPY_AT + length), address: `0x${address}` }
}

function addressBytes(address: string): number[] {
  return Array.from({ length: 20 }, (_, index) => Number.parseInt(address.slice(2 + 2 * index, 4 + 2 * index), 16))
}
