import { access, type Kept } from '../wallet/vault/access.ts'
import type { Credentials } from '../wallet/vault/vault.ts'
import { useSession, useWallet } from './session.tsx'

/** Seals the wallet of this visit on the device. */
export function useKeepWallet() {
  const { open } = useSession()
  const wallet = useWallet()

  return async (credentials: Credentials, replace: boolean): Promise<Kept> => {
    const kept = await access.keep({ phrase: wallet.phrase, ...credentials }, { replace })
    if (kept.kind === 'kept') open({ ...wallet, dataKey: kept.dataKey, isPinNew: !kept.wasThere })
    return kept
  }
}
