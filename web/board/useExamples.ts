import { useState } from 'react'
import { preferences } from '../wallet/device/preferences.ts'

export type Examples = { areHidden: boolean; toggle: () => void }

/** Whether the specification's examples are hidden; a preference kept on the device. */
export function useExamples(): Examples {
  const [areHidden, setHidden] = useState(() => preferences.read().examplesHidden)
  return {
    areHidden,
    toggle: () => {
      preferences.change({ examplesHidden: !areHidden })
      setHidden(!areHidden)
    },
  }
}
