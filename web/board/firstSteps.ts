import type { Preferences } from '../wallet/device/preferences.ts'

type Facts = { hasMoney: boolean; hasPublished: boolean }

/** The first steps of a newcomer. They stay until all are done or someone dismisses them, and then never return. */
export function firstSteps({ areStepsOver, hasSharedAddress }: Preferences, { hasMoney, hasPublished }: Facts) {
  // Money that went into an offer was there.
  const done = { money: hasMoney || hasPublished, lend: hasPublished, share: hasSharedAddress }
  return { done, isOver: areStepsOver || Object.values(done).every(Boolean) }
}
