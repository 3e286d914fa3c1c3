import { useLocation } from 'wouter'
import { access, type NotOpened } from '../../wallet/vault/access.ts'
import type { Credentials } from '../../wallet/vault/vault.ts'
import { useSession } from './session.tsx'

/** Opens the wallet of this device, or begins a new one where there is none. Says why it didn't. */
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
    open(result.phrase, result.dataKey)
    navigate('/dashboard')
    return undefined
  }
}
