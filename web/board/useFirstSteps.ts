import { useEffect, useState } from 'react'
import { type Preferences, preferences } from '../wallet/device/preferences.ts'

/** The first steps of a newcomer. They stay until all are done or someone dismisses them, and then never return. */
export function useFirstSteps(hasMoney: boolean, hasPublished: boolean) {
  const [kept, setKept] = useState(preferences.read)
  const { areStepsOver, hasSharedAddress } = kept
  const change = (changes: Partial<Preferences>) => {
    preferences.change(changes)
    setKept({ ...kept, ...changes })
  }
  // Money that went into an offer was there.
  const done = { money: hasMoney || hasPublished, lend: hasPublished, share: hasSharedAddress }
  const isOver = areStepsOver || Object.values(done).every(Boolean)
  // Kept: whoever spends all of their money is no newcomer again.
  useEffect(() => {
    if (isOver && !areStepsOver) preferences.change({ areStepsOver: true })
  }, [isOver, areStepsOver])

  return {
    done,
    isOver,
    dismiss: () => change({ areStepsOver: true }),
    noteShared: () => change({ hasSharedAddress: true }),
  }
}
