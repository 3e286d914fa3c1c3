import { useState } from 'react'
import { hasVaultCopy } from '../wallet/device/storage.ts'
import { useVault } from './useVault.ts'

/** Whether this device has a vault, readable or not. While the database is read, the copy beside it tells at once. */
export function useHasVault(): boolean {
  const vault = useVault()
  const [hasCopy] = useState(hasVaultCopy)
  return vault ? vault !== 'none' : hasCopy
}
