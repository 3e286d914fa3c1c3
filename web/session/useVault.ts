import { useEffect, useState } from 'react'
import { hasPasskey } from '../wallet/device/storage.ts'
import { access, type VaultState } from '../wallet/vault/access.ts'

/** Whether this device has a vault; undefined while storage is read. */
export function useVault(): VaultState | undefined {
  const [vault, setVault] = useState<VaultState>()
  useEffect(() => {
    access.hasVault().then(setVault)
  }, [])
  return vault
}

/** Whether a passkey was set up on this device. Whether it still opens the vault is known only once it is asked. */
export function useHasPasskey(): boolean {
  return useState(hasPasskey)[0]
}
