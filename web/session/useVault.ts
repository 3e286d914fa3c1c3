import { useEffect, useState } from 'react'
import { access, type VaultState } from '../wallet/vault/access.ts'

/** Whether this device has a vault; undefined while storage is read. */
export function useVault(): VaultState | undefined {
  const [vault, setVault] = useState<VaultState>()
  useEffect(() => {
    access.hasVault().then(setVault)
  }, [])
  return vault
}
