import { accountFrom } from '../../wallet/phrase/account.ts'
import { access, type NotOpened } from '../../wallet/vault/access.ts'
import type { Credentials } from '../../wallet/vault/vault.ts'
import { useSession } from './session.tsx'

/** What can be done with the vault of this device while the wallet is open. */
export function useDevice() {
  const { lock, phrase } = useSession()

  return {
    /** Says why PIN and password are not those of the vault; nothing if they are. */
    check: async (credentials: Credentials): Promise<NotOpened | undefined> => {
      const outcome = await access.checkCredentials(credentials)
      if (outcome.kind !== 'right') return outcome
      // Another tab may have replaced the vault: its PIN and password say nothing about this wallet.
      const { address } = await accountFrom(phrase)
      return outcome.address === address ? undefined : { kind: 'invalid' }
    },
    /** Deletes the vault and forgets the wallet, in every tab. */
    forget: async () => {
      await access.forgetDevice()
      lock()
    },
  }
}
