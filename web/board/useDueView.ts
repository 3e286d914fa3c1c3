import { useState } from 'react'
import { type Preferences, preferences } from '../wallet/device/preferences.ts'

/** Whether due dates are shown as a list or as a chart; a preference kept on the device. */
export function useDueView() {
  const [view, setView] = useState(() => preferences.read().dueDatesAs)
  const choose = (dueDatesAs: Preferences['dueDatesAs']) => {
    preferences.change({ dueDatesAs })
    setView(dueDatesAs)
  }
  return [view, choose] as const
}
