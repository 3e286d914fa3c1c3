import { withLimit } from './withLimit.ts'

const LIMIT_MS = 20_000

/** A part of the app could not be fetched. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'
}

/** A dynamic import with a time limit. Rejects with a ScriptError. */
export async function loadScript<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withLimit(load(), LIMIT_MS, () => new ScriptError('A script did not arrive in time'))
  } catch (cause) {
    throw cause instanceof ScriptError ? cause : new ScriptError('A script could not be loaded', { cause })
  }
}
