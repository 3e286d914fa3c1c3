import type { Changed } from '../wallet/vault/changeCredentials.ts'
import { esChange } from './es/esChange.ts'
import { whyNotOpened } from './vaultRefusal.ts'

/** Why PIN and password were not changed. Undefined also for a wait, which has a countdown of its own. */
export function whyNotChanged(outcome: Changed): string | undefined {
  switch (outcome.kind) {
    case 'changed':
      return undefined
    case 'invalid':
      return esChange.oldWrong
    case 'not-written':
      return esChange.notWritten
    case 'unsure':
      return esChange.unsure
    case 'another-vault':
      return esChange.anotherVault
    default:
      return whyNotOpened(outcome)
  }
}
