// Embedded chains for unit tests. Not part of the app.
import { onTestFinished } from 'vitest'
import type { Chain, startChain } from '../../devchain/start.ts'
import { createChainPool } from '../../e2e/support/chainPool.ts'

/** One for all test files of a process: with this module, `vi.resetModules` would forget it. */
const kept = globalThis as typeof globalThis & { chainPool?: ReturnType<typeof createChainPool> }
kept.chainPool ??= createChainPool()
const pool = kept.chainPool

/** A chain as if it were new, until the test ends. Each that a test takes has a genesis of its own. */
export async function takeChain(options: Parameters<typeof startChain>[0] = {}): Promise<Chain> {
  const { chain, giveBack } = await pool.take(options)
  onTestFinished(giveBack)
  return chain
}
