import type { Address } from 'viem'
import { parseAddress } from '../chain/read/parseAddress.ts'
import { addresseeProblem } from '../loans/loan.ts'
import { useWallet } from '../session/session.tsx'

/** Somebody else's address as it was typed, or why it is none. */
export function useAddress(typed: string): { address: Address | undefined; problem: 'invalid' | 'own' | undefined } {
  const { address: me } = useWallet()
  const address = parseAddress(typed)
  return { address, problem: addresseeProblem(me, address) }
}
