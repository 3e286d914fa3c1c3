import { access, type NotOpened } from '../wallet/vault/access.ts'
import { type Changed, changeCredentials } from '../wallet/vault/changeCredentials.ts'
import type { Credentials } from '../wallet/vault/vault.ts'
import { type Forgotten, forgetWallet } from './forgetWallet.ts'
import { useSession, useWallet } from './session.tsx'
import { notePasskeyChanged } from './usePasskey.ts'

/** Operations on the vault of this device while the wallet is open. */
export function useDevice() {
  const { lock, pinChecked } = useSession()
  const { address, phrase, dataKey } = useWallet()

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
    /** Deletes this wallet from this device, and locks every tab. Resolves to why it was not, if so; rejects if a part may remain. */
    forget: async (credentials: Credentials): Promise<Exclude<Forgotten, { kind: 'forgotten' }> | undefined> => {
      if (!dataKey) throw new Error('A wallet of this visit is not on the device')
      const outcome = await forgetWallet({ address, phrase, dataKey }, credentials)
      if (outcome.kind !== 'forgotten') return outcome
      lock()
      return undefined
    },
  }
}
