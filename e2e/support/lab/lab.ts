// Exposes parts of the wallet on a page without screens, for tests that need a real browser.
import { access, browserParts, createAccess } from '../../../web/wallet/vault/access.ts'
import { argon2InWasm } from '../../../web/wallet/vault/argon2InWasm.ts'
import { changeCredentials } from '../../../web/wallet/vault/changeCredentials.ts'
import { deriveKey } from '../../../web/wallet/vault/kdf.ts'
import { KDF_TODAY } from '../../../web/wallet/vault/kdfParameters.ts'

/** The real storage with a cheap key derivation, for tests that open the vault many times. */
const cheapParts = { ...browserParts, kdf: { derive: argon2InWasm, today: { memoryKiB: 8, passes: 1 } } }

const lab = {
  access,
  cheapAccess: createAccess(cheapParts),
  changeCheaply: (change: Parameters<typeof changeCredentials>[0]) => changeCredentials(change, cheapParts),
  deriveKey,
  KDF_TODAY,
}

declare global {
  interface Window {
    lab: typeof lab
  }
}

window.lab = lab
