// The wallet's parts on a page without screens: for tests of what only a real browser has.
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
