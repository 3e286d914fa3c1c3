import type { Bytes } from './bytes.ts'

export type KdfParameters = { memoryKiB: number; passes: number }

/** Derives a 32-byte key from a password. */
export type DeriveKey = (input: Bytes, salt: Bytes, parameters: KdfParameters) => Promise<Bytes>

/** Argon2id cost of new vaults, with parallelism 1. Every record carries the parameters that it was sealed with. */
export const KDF_TODAY: KdfParameters = { memoryKiB: 64 * 1024, passes: 3 }

// Upper bounds, so that a forged record cannot exhaust a phone's memory or hang it.
const MAX: KdfParameters = { memoryKiB: 256 * 1024, passes: 12 }
// The minimum that Argon2 defines (RFC 9106).
const MIN: KdfParameters = { memoryKiB: 8, passes: 1 }

export function isWithinBounds({ memoryKiB, passes }: KdfParameters): boolean {
  return isBetween(MIN.memoryKiB, memoryKiB, MAX.memoryKiB) && isBetween(MIN.passes, passes, MAX.passes)
}

export function isWeaker(kdf: KdfParameters, than: KdfParameters): boolean {
  return kdf.memoryKiB < than.memoryKiB || kdf.passes < than.passes
}

function isBetween(min: number, value: number, max: number): boolean {
  return Number.isInteger(value) && min <= value && value <= max
}
