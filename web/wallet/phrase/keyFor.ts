import { derivedKey } from '../vault/hkdf.ts'
import { seedFrom } from './account.ts'

/** One HKDF label per purpose, so that no key opens what another one sealed. */
const LABELS = {
  outbox: 'entrepares outbox v1',
  contacts: 'entrepares contacts v1',
  signed: 'entrepares signed v1',
  news: 'entrepares news v1',
  backup: 'entrepares backup v1',
} as const

/**
 * Derives a non-extractable AES-256-GCM key from the seed (HKDF-SHA-256). It depends on nothing but the phrase: what it
 * sealed opens again on this device after the phrase was restored, whatever became of the vault.
 */
export async function keyFor(purpose: keyof typeof LABELS, phrase: string): Promise<CryptoKey> {
  return derivedKey(await seedFrom(phrase), LABELS[purpose])
}
