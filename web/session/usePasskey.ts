import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createValue } from '../store.ts'
import { canAuthenticate } from '../wallet/device/authenticator.ts'
import { preferences } from '../wallet/device/preferences.ts'
import { isPasskeyNews, type PasskeySetUp, passkey } from '../wallet/vault/passkey.ts'
import type { Credentials } from '../wallet/vault/vault.ts'
import { useSession, useWallet } from './session.tsx'

/** How often this page set one up or removed one: dialogs that lie one over the other show the same. */
const changes = createValue(0)

export function notePasskeyChanged(): void {
  changes.set(changes.get() + 1)
}

/** The passkey of the wallet that is open. `state` is undefined while it is found out, and for a wallet of this visit. */
export function usePasskey() {
  const { pinChecked } = useSession()
  const { address, dataKey } = useWallet()
  const change = useSyncExternalStore(changes.subscribe, changes.get)
  const [state, setState] = useState<'on' | 'off' | 'impossible'>()
  const asking = useRef<AbortController>(undefined)
  // Whoever closes what asked for it while the browser's prompt is open does not want it.
  useEffect(() => () => asking.current?.abort(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each change
  useEffect(() => {
    if (!dataKey) return
    Promise.all([passkey.isSetUpFor({ dataKey }), canAuthenticate()]).then(([isSetUp, can]) => {
      setState(isSetUp ? 'on' : can === 'no' ? 'impossible' : 'off')
    })
  }, [dataKey, change])

  return {
    state,
    setUp: async (credentials: Credentials): Promise<PasskeySetUp> => {
      asking.current = new AbortController()
      const outcome = await passkey.setUp({ address, credentials }, asking.current.signal)
      if (outcome.kind === 'done') {
        notePasskeyChanged()
        pinChecked()
      }
      return outcome
    },
    /** Resolves to whether it is gone. */
    remove: async (): Promise<boolean> => {
      try {
        await passkey.remove()
        notePasskeyChanged()
        return true
      } catch {
        return false
      }
    },
  }
}

/** Whether the passkey should be offered now: once on a device, where it works and there is none. */
export async function shouldOfferPasskey(): Promise<boolean> {
  return !preferences.read().wasPasskeyOffered && (await isPasskeyNews())
}

export function notePasskeyOffered(): void {
  preferences.change({ wasPasskeyOffered: true })
}
