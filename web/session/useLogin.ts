import { useLocation } from 'wouter'
import { access, type NotOpened } from '../wallet/vault/access.ts'
import type { Credentials } from '../wallet/vault/vault.ts'
import { useSession } from './session.tsx'

/** Opens the wallet of this device, or starts a new one where there is none. Resolves to why it did not, if so. */
export function useLogin() {
  const { setCredentials, setPhrase, open } = useSession()
  const [, navigate] = useLocation()

  return async (credentials: Credentials): Promise<NotOpened | undefined> => {
    if ((await access.hasVault()) === 'none') {
      setPhrase('')
      setCredentials(credentials)
      navigate('/seed')
      return undefined
    }
    const result = await access.unlock(credentials)
    if (result.kind !== 'opened') return result
    open({ ...result, isUnlocked: true })
    navigate('/dashboard')
    return undefined
  }
}
