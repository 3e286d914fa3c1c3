import { useState } from 'react'
import { preferences } from '../wallet/device/preferences.ts'

/** After how many minutes without activity the wallet locks. A choice counts at once, in every tab. */
export function useLockTime() {
  const [minutes, setMinutes] = useState(() => preferences.read().lockAfterMinutes)
  return {
    minutes,
    choose: (chosen: number) => {
      preferences.change({ lockAfterMinutes: chosen })
      setMinutes(chosen)
    },
  }
}
