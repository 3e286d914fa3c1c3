import { createPreferences } from '../device/preferences.ts'
import type { SmallStore } from '../device/storage.ts'

/** Something that a backup holds beside the vault. `write` gets what `read` returned, perhaps on another device, and validates it. */
export type BackupPart = { name: string; read(): Promise<string | undefined>; write(text: string): Promise<void> }

/** The preferences: what was chosen, without the defaults beside it. */
export function settingsPart(store: SmallStore): BackupPart {
  return {
    name: 'settings',
    read: async () => store.read(),
    write: async (text) => {
      const valid = createPreferences({ read: () => text, write: () => {}, remove: () => {} }).read()
      const chosen = Object.entries(valid).filter(([name]) => text.includes(JSON.stringify(name)))
      createPreferences(store).change(Object.fromEntries(chosen))
    },
  }
}
