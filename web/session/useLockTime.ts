import { useState } from 'react'
import { LOCK_MINUTES, type LockMinutes } from '../wallet/device/autoLock.ts'
import { preferences } from '../wallet/device/preferences.ts'

/** After how many minutes without activity the wallet locks. A choice counts at once, in every tab. */
export function useLockTime() {
  const [minutes, setMinutes] = useState(() => preferences.read().lockAfterMinutes)
  return {
    minutes,
    choices: LOCK_MINUTES,
    choose: (chosen: LockMinutes) => {
      preferences.change({ lockAfterMinutes: chosen })
      setMinutes(chosen)
    },
  }
}
