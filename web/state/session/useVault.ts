import { useEffect, useState } from 'react'
import { access, type VaultState } from '../../wallet/vault/access.ts'

/** What this device keeps; undefined while it is being looked up. */
export function useVault(): VaultState | undefined {
  const [vault, setVault] = useState<VaultState>()
  useEffect(() => {
    access.hasVault().then(setVault)
  }, [])
  return vault
}
