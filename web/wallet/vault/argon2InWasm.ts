import { argon2id } from 'hash-wasm'
import type { DeriveKey } from './kdfParameters.ts'

export const argon2InWasm: DeriveKey = async (input, salt, { memoryKiB, passes }) => {
  const key = await argon2id({
    password: input,
    salt,
    memorySize: memoryKiB,
    iterations: passes,
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  })
  return new Uint8Array(key)
}
