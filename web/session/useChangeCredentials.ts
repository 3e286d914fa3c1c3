import { type Changed, changeCredentials } from '../wallet/vault/changeCredentials.ts'
import type { Credentials } from '../wallet/vault/vault.ts'
import { useWallet } from './session.tsx'

/** Changes PIN and password of the vault of the wallet that is open. */
export function useChangeCredentials() {
  const { address } = useWallet()
  return (from: Credentials, to: Credentials): Promise<Changed> => changeCredentials({ address, from, to })
}
