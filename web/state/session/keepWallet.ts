import { access, type Kept } from '../../wallet/vault/access.ts'
import type { Credentials } from '../../wallet/vault/vault.ts'

/** Seals the phrase on this device. Whatever keeps it from that (a script that doesn't arrive, no memory) is an outcome too. */
export function keepWallet(secret: Credentials & { phrase: string }, replace: boolean): Promise<Kept> {
  return access.keep(secret, { replace }).catch(() => ({ kind: 'visit-only', reason: 'unreliable' }))
}
