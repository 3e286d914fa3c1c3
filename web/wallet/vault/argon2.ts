import { loadScript } from '../device/loadScript.ts'
import type { DeriveKey } from './kdfParameters.ts'

/** Argon2id with parallelism 1, in WebAssembly, or in JavaScript where that fails. Blocks the thread: run it in a worker. */
export const argon2: DeriveKey = async (input, salt, parameters) => {
  try {
    const { argon2InWasm } = await loadScript(() => import('./argon2InWasm.ts'))
    return await argon2InWasm(input, salt, parameters)
  } catch {
    const { argon2InScript } = await loadScript(() => import('./argon2InScript.ts'))
    return argon2InScript(input, salt, parameters)
  }
}
