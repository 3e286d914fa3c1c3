// Exposes parts of the wallet on a page without screens, for tests that need a real browser.
import { access } from '../../web/wallet/vault/access.ts'
import { deriveKey } from '../../web/wallet/vault/kdf.ts'
import { KDF_TODAY } from '../../web/wallet/vault/kdfParameters.ts'

const lab = { access, deriveKey, KDF_TODAY }

declare global {
  interface Window {
    lab: typeof lab
  }
}

window.lab = lab
