export type KdfParameters = { memoryKiB: number; passes: number }

/** What a vault is sealed with today: Argon2id, one lane. Records of the past carry their own. */
export const KDF_TODAY: KdfParameters = { memoryKiB: 64 * 1024, passes: 3 }

// Far above today's, and far below what would hang a telephone: a hostile record gets no further.
const MOST: KdfParameters = { memoryKiB: 256 * 1024, passes: 12 }
// Below this Argon2id itself is not defined.
const LEAST: KdfParameters = { memoryKiB: 8, passes: 1 }

export function isWithinBounds({ memoryKiB, passes }: KdfParameters): boolean {
  return isBetween(LEAST.memoryKiB, memoryKiB, MOST.memoryKiB) && isBetween(LEAST.passes, passes, MOST.passes)
}

export function isWeaker(kdf: KdfParameters, than: KdfParameters): boolean {
  return kdf.memoryKiB < than.memoryKiB || kdf.passes < than.passes
}

function isBetween(least: number, number: number, most: number): boolean {
  return Number.isInteger(number) && least <= number && number <= most
}
