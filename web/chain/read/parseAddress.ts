import { type Address, getAddress, isAddress } from 'viem'

/**
 * Parses an address that a person typed or pasted, and returns it with its EIP-55 checksum. Letters of one case carry no
 * checksum; in mixed case it must match, which catches a mistyped letter.
 */
export function parseAddress(typed: string): Address | undefined {
  const text = typed.trim()
  if (!isAddress(text, { strict: false })) return undefined
  const letters = text.slice(2)
  const isOneCase = letters === letters.toLowerCase() || letters === letters.toUpperCase()
  const address = getAddress(text)
  return isOneCase || address === text ? address : undefined
}
