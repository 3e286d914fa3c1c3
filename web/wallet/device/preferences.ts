import { DEFAULT_AUTO_LOCK_MINUTES, LOCK_MINUTES, type LockMinutes } from './autoLock.ts'
import { type SmallStore, smallStore } from './storage.ts'

export type Preferences = {
  examplesHidden: boolean
  /** Minutes without activity after which the wallet locks. */
  lockAfterMinutes: LockMinutes
  /** The first steps were done or dismissed. */
  areStepsOver: boolean
  hasSharedAddress: boolean
  dueDatesAs: 'list' | 'chart'
  /** The passkey was offered after unlocking. */
  wasPasskeyOffered: boolean
}

export function createPreferences(store: SmallStore) {
  const read = (): Preferences => {
    const kept = parse(store.read())
    return {
      examplesHidden: kept.examplesHidden === true,
      // Validated: a corrupt value must not mean 'never lock' or 'lock at once', nor leave no choice checked.
      lockAfterMinutes: LOCK_MINUTES.find((choice) => choice === kept.lockAfterMinutes) ?? DEFAULT_AUTO_LOCK_MINUTES,
      areStepsOver: kept.areStepsOver === true,
      hasSharedAddress: kept.hasSharedAddress === true,
      dueDatesAs: kept.dueDatesAs === 'chart' ? 'chart' : 'list',
      wasPasskeyOffered: kept.wasPasskeyOffered === true,
    }
  }
  return {
    read,
    /** Without the defaults. */
    chosen: (): Partial<Preferences> => {
      const kept = parse(store.read())
      return Object.fromEntries(Object.entries(read()).filter(([name]) => name in kept))
    },
    // Stores choices alone, not the defaults beside them: a default that changes reaches whoever chose nothing else.
    change: (changes: Partial<Preferences>) => store.write(JSON.stringify({ ...parse(store.read()), ...changes })),
  }
}

export const preferences = createPreferences(smallStore('preferences'))

function parse(text: string | undefined): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(text ?? '')
    return typeof kept === 'object' ? { ...kept } : {}
  } catch {
    return {}
  }
}
