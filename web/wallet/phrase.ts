import { english, generateMnemonic } from 'viem/accounts'

/** Twelve words from 128 bits of the browser's secure source of chance. */
export function generatePhrase(): string {
  return generateMnemonic(english)
}
