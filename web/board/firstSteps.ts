import type { Preferences } from '../wallet/device/preferences.ts'

type Facts = { hasMoney: boolean; hasOffered: boolean; hasAsked: boolean; hasLoan: boolean }

/**
 * The first steps of a newcomer. They are over with the first loan, lent or borrowed, when all are done, or when someone dismisses
 * them, and then never return. `facts`: undefined until the chain was read, and then nothing is said of what it would tell.
 */
export function firstSteps({ areStepsOver, hasSharedAddress }: Preferences, facts: Facts | undefined) {
  const done = {
    // Money that went into an offer was there.
    money: facts && (facts.hasLoan || facts.hasMoney || facts.hasOffered),
    lend: facts && (facts.hasLoan || facts.hasOffered || facts.hasAsked),
    share: hasSharedAddress || facts?.hasLoan === true,
  }
  return { done, isOver: areStepsOver || Object.values(done).every(Boolean) }
}
