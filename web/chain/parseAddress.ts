import { type Address, getAddress, isAddress } from 'viem'

/**
 * An address as a person types or pastes it, with its checksum; nothing if it is none. Letters of one case carry no
 * checksum to compare. In mixed case each letter counts (EIP-55), so that one wrong letter is seen.
 */
export function parseAddress(typed: string): Address | undefined {
  const text = typed.trim()
  if (!isAddress(text, { strict: false })) return undefined
  const letters = text.slice(2)
  const isOneCase = letters === letters.toLowerCase() || letters === letters.toUpperCase()
  const address = getAddress(text)
  return isOneCase || address === text ? address : undefined
}
