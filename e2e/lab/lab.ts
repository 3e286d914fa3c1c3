// The wallet's parts on a page without screens, for tests and measurements in a real browser.
import { argon2InScript } from '../../web/wallet/argon2InScript.ts'
import { deriveKey } from '../../web/wallet/kdf.ts'
import { KDF_TODAY } from '../../web/wallet/kdfParameters.ts'
import { openVault, sealVault } from '../../web/wallet/vault.ts'

const lab = { argon2InScript, deriveKey, KDF_TODAY, openVault, sealVault }

declare global {
  interface Window {
    lab: typeof lab
  }
}

window.lab = lab
