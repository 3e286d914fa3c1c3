import { expect, test } from 'vitest'
import { readSnapshots } from './runner/snapshots.ts'

/** Highest gas of a command, as a part of its gas in the naive book. */
const SHARES: Record<string, { Osaka: number; Amsterdam: number }> = {
  life: { Osaka: 0.42, Amsterdam: 0.22 },
  createOffer: { Osaka: 0.33, Amsterdam: 0.22 },
  acceptOffer: { Osaka: 0.43, Amsterdam: 0.16 },
  'repay, in full': { Osaka: 0.72, Amsterdam: 0.36 },
  cancelOffer: { Osaka: 0.86, Amsterdam: 0.86 },
}
/** Highest gas where the naive book has no such command, or would let too much through. */
const MOST: Record<string, { Osaka: number; Amsterdam: number }> = {
  life: { Osaka: 220_000, Amsterdam: 385_000 },
  'life, with permits': { Osaka: 265_000, Amsterdam: 425_000 },
  'life of two newcomers': { Osaka: 330_000, Amsterdam: 815_000 },
  'createOffer, 100-byte note': { Osaka: 175_000, Amsterdam: 585_000 },
  'repay, first of three': { Osaka: 60_000, Amsterdam: 60_000 },
  'deployment, book': { Osaka: 5_100_000, Amsterdam: 36_000_000 },
}

const snapshots = readSnapshots()
const FORKS = ['Osaka', 'Amsterdam'] as const

// The run of the Solidity tests compares the snapshots with measured gas.
test.each(FORKS)('keeps commands below their share of the naive book under %s', (hardfork) => {
  const gas = (name: string) => Number(snapshots[hardfork]?.[name])
  for (const [name, most] of Object.entries(SHARES))
    expect(gas(name) / gas(`naive book: ${name}`), name).toBeLessThanOrEqual(most[hardfork])
})

test.each(FORKS)('keeps commands below their limits under %s', (hardfork) => {
  for (const [name, most] of Object.entries(MOST))
    expect(Number(snapshots[hardfork]?.[name]), name).toBeLessThanOrEqual(most[hardfork])
})
