import { expect, test } from 'vitest'
import { readSnapshots } from './runner/snapshots.ts'

/** Highest gas of a command, as a part of its gas in the naive book. */
const SHARES: Record<string, { Osaka: number; Amsterdam: number }> = {
  life: { Osaka: 0.46, Amsterdam: 0.28 },
  createOffer: { Osaka: 0.4, Amsterdam: 0.31 },
  acceptOffer: { Osaka: 0.45, Amsterdam: 0.16 },
  'repay, in full': { Osaka: 0.72, Amsterdam: 0.36 },
  cancelOffer: { Osaka: 0.86, Amsterdam: 0.86 },
}

const snapshots = readSnapshots()

// The run of the Solidity tests compares the snapshots with measured gas.
test.each(['Osaka', 'Amsterdam'] as const)('keeps commands below their share of the naive book under %s', (hardfork) => {
  const gas = (name: string) => Number(snapshots[hardfork]?.[name])
  for (const [name, most] of Object.entries(SHARES))
    expect(gas(name) / gas(`naive book: ${name}`), name).toBeLessThanOrEqual(most[hardfork])
})
