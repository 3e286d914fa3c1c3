import { useEffect, useState } from 'react'
import { access } from '../wallet/vault/access.ts'

/** How many digits the PIN of this device's vault has; undefined while storage is read, and where there is no vault. */
export function usePinLength(): number | undefined {
  const [length, setLength] = useState<number>()
  useEffect(() => {
    access.pinLength().then(setLength)
  }, [])
  return length
}
