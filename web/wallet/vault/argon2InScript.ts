import { argon2id } from '@noble/hashes/argon2'
import type { DeriveKey } from './kdfParameters.ts'

/** Fallback without WebAssembly: the same result, about ten times slower. */
export const argon2InScript: DeriveKey = async (input, salt, { memoryKiB, passes }) =>
  new Uint8Array(argon2id(input, salt, { m: memoryKiB, t: passes, p: 1, dkLen: 32 }))
