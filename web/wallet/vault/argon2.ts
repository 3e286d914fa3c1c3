import type { Bytes } from './bytes.ts'
import type { KdfParameters } from './kdfParameters.ts'

/** Draws 32 bytes of key from a password. */
export type DeriveKey = (input: Bytes, salt: Bytes, parameters: KdfParameters) => Promise<Bytes>

/** Argon2id with one lane, in WebAssembly where that is to be had. It holds up the thread that it runs in. */
export const argon2: DeriveKey = async (input, salt, parameters) => {
  try {
    const { argon2InWasm } = await import('./argon2InWasm.ts')
    return await argon2InWasm(input, salt, parameters)
  } catch {
    const { argon2InScript } = await import('./argon2InScript.ts')
    return argon2InScript(input, salt, parameters)
  }
}
