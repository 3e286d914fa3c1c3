import { access, type NotOpened } from '../wallet/vault/access.ts'
import { type Changed, changeCredentials } from '../wallet/vault/changeCredentials.ts'
import type { Credentials } from '../wallet/vault/vault.ts'
import { useSession, useWallet } from './session.tsx'
import { notePasskeyChanged } from './usePasskey.ts'

/** Operations on the vault of this device while the wallet is open. */
export function useDevice() {
  const { lock, prove } = useSession()
  const { address, dataKey, isUnproven } = useWallet()

  return {
    /** Why PIN and password do not open the vault of this wallet; undefined if they do. */
    check: async (credentials: Credentials): Promise<NotOpened | undefined> => {
      const outcome = await access.checkCredentials(credentials)
      if (outcome.kind !== 'right') return outcome
      // Another tab may have replaced the vault by that of another wallet, with a PIN and password of its own.
      if (outcome.address !== address) return { kind: 'invalid' }
      prove()
      return undefined
    },
    /** Changes PIN and password of the vault of this wallet. The passkey is removed first, unless it is to be kept. */
    change: async (from: Credentials, to: Credentials, keepsPasskey: boolean): Promise<Changed> => {
      const outcome = await changeCredentials({ address, from, to, keepsPasskey })
      notePasskeyChanged()
      if (outcome.kind === 'changed') prove()
      return outcome
    },
    /**
     * Another PIN and password for somebody who does not know the present ones. Only until these were typed again after they were
     * chosen: later, whoever finds the wallet open could lock its owner out, and read the phrase.
     */
    chooseAnew: async (to: Credentials): Promise<Changed> => {
      if (!dataKey || !isUnproven) throw new Error('PIN and password are known: they are changed with the present ones')
      return changeCredentials({ address, from: dataKey, to, keepsPasskey: false })
    },
    /** Deletes the vault and forgets the wallet, in every tab. */
    forget: async () => {
      await access.forgetDevice()
      lock()
    },
  }
}
