import { useState } from 'react'
import { preferences } from '../../wallet/device/preferences.ts'

/** Whether the specification's examples are hidden; a preference kept on the device. */
export function useExamples() {
  const [areHidden, setHidden] = useState(() => preferences.read().examplesHidden)
  return {
    areHidden,
    toggle: () => {
      preferences.change({ examplesHidden: !areHidden })
      setHidden(!areHidden)
    },
  }
}
