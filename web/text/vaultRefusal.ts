import type { NotOpened, VaultState } from '../wallet/vault/access.ts'
import { es } from './es/es.ts'

/** Why PIN and password did not open the vault. Undefined for a wait, which has a countdown of its own. */
export function whyNotOpened(refused: NotOpened | undefined): string | undefined {
  switch (refused?.kind) {
    case undefined:
    case 'wait':
      return undefined
    case 'invalid':
      return es.credentials.invalid
    case 'damaged':
      return es.credentials.damaged
    case 'unsupported':
      return es.credentials.unsupported
    case 'none':
      return es.credentials.gone
    case 'failed':
      return es.credentials.failed[refused.reason]
  }
}

/** How long to wait before PIN and password are tried. Undefined: not at all. */
export function whyWait(seconds: number): string | undefined {
  return seconds === 0 ? undefined : es.credentials.wait(seconds)
}

/** Problem of the vault that is known before anyone tries to open it. */
export function vaultTrouble(vault: VaultState | undefined): string | undefined {
  return vault === 'damaged' || vault === 'unsupported' ? es.credentials[vault] : undefined
}
