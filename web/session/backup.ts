import { contactsPart } from '../people/contactBook.ts'
import { signedPart } from '../signed/signedBook.ts'
import { smallStore } from '../wallet/device/storage.ts'
import { browserParts } from '../wallet/vault/access.ts'
import { createBackup } from '../wallet/vault/backup.ts'
import { settingsPart } from '../wallet/vault/backupParts.ts'

/** Parts of a backup: new data on the device that belongs to the wallet gets a line here. */
export const backup = createBackup({
  ...browserParts,
  backupParts: ({ address, phrase }) => {
    const wallet = { address, secret: () => phrase }
    return [settingsPart(smallStore('preferences')), contactsPart(wallet), signedPart(wallet)]
  },
})
