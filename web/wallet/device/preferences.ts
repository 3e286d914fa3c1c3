import { DEFAULT_AUTO_LOCK_MINUTES } from './autoLock.ts'
import { type SmallStore, smallStore } from './storage.ts'

export type Preferences = {
  examplesHidden: boolean
  /** Minutes without activity after which the wallet locks. */
  lockAfterMinutes: number
}

const DEFAULTS: Preferences = { examplesHidden: false, lockAfterMinutes: DEFAULT_AUTO_LOCK_MINUTES }

export function createPreferences(store: SmallStore) {
  const read = (): Preferences => {
    const kept = parse(store.read())
    const minutes = Number(kept.lockAfterMinutes)
    return {
      examplesHidden: kept.examplesHidden === true,
      // Validated: a corrupt value must not mean 'never lock' or 'lock at once'.
      lockAfterMinutes: minutes >= 1 && minutes <= 60 ? minutes : DEFAULTS.lockAfterMinutes,
    }
  }
  return {
    read,
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
