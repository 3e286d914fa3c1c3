import { createPreferences } from '../device/preferences.ts'
import type { SmallStore } from '../device/storage.ts'

/** Something that a backup holds beside the vault. `write` gets what `read` returned, perhaps on another device, and validates it. */
export type BackupPart = { name: string; read(): Promise<string | undefined>; write(text: string): Promise<void> }

/** The preferences: what was chosen, without the defaults beside it and without what is a fact of one device. */
export function settingsPart(store: SmallStore): BackupPart {
  return {
    name: 'settings',
    read: async () => {
      const { wasPasskeyOffered, ...chosen } = createPreferences(store).chosen()
      return Object.keys(chosen).length > 0 ? JSON.stringify(chosen) : undefined
    },
    write: async (text) => {
      const { wasPasskeyOffered, ...chosen } = createPreferences({
        read: () => text,
        write: () => {},
        remove: () => {},
      }).chosen()
      createPreferences(store).change(chosen)
    },
  }
}
