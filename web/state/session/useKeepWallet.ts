import type { Kept } from '../../wallet/vault/access.ts'
import type { Credentials } from '../../wallet/vault/vault.ts'
import { keepWallet } from './keepWallet.ts'
import { useSession } from './session.tsx'

/** Seals the wallet of this visit on the device. */
export function useKeepWallet() {
  const { phrase, open } = useSession()

  return async (credentials: Credentials, replace: boolean): Promise<Kept> => {
    const kept = await keepWallet({ phrase, ...credentials }, replace)
    if (kept.kind === 'kept') open(phrase, kept.dataKey)
    return kept
  }
}
