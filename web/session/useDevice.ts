import { access, type NotOpened } from '../wallet/vault/access.ts'
import { type Changed, changeCredentials } from '../wallet/vault/changeCredentials.ts'
import type { Credentials } from '../wallet/vault/vault.ts'
import { useSession, useWallet } from './session.tsx'
import { notePasskeyChanged } from './usePasskey.ts'

/** Operations on the vault of this device while the wallet is open. */
export function useDevice() {
  const { lock, pinChecked } = useSession()
  const { address } = useWallet()

  return {
    /** Why PIN and password do not open the vault of this wallet; undefined if they do. */
    check: async (credentials: Credentials): Promise<NotOpened | undefined> => {
      const outcome = await access.checkCredentials(credentials)
      if (outcome.kind !== 'right') return outcome
      // Another tab may have replaced the vault by that of another wallet, with a PIN and password of its own.
      if (outcome.address !== address) return { kind: 'invalid' }
      pinChecked()
      return undefined
    },
    /** Changes PIN and password of the vault of this wallet. The passkey is removed first, unless it is to be kept. */
    change: async (from: Credentials, to: Credentials, keepsPasskey: boolean): Promise<Changed> => {
      const outcome = await changeCredentials({ address, from, to, keepsPasskey })
      notePasskeyChanged()
      if (outcome.kind === 'changed') pinChecked()
      return outcome
    },
    /** Deletes the vault and forgets the wallet, in every tab. */
    forget: async () => {
      await access.forgetDevice()
      lock()
    },
  }
}
