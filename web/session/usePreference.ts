import { useState } from 'react'
import { type Preferences, preferences } from '../wallet/device/preferences.ts'

export { LOCK_MINUTES } from '../wallet/device/autoLock.ts'

/** A preference kept on the device, and the function that changes it. */
export function usePreference<Name extends keyof Preferences>(name: Name) {
  const [value, setValue] = useState(() => preferences.read()[name])
  const change = (chosen: Preferences[Name]) => {
    preferences.change({ [name]: chosen })
    setValue(() => chosen)
  }
  return [value, change] as const
}
