import { useEffect, useState } from 'react'
import { canAuthenticate } from '../../wallet/device/authenticator.ts'
import { preferences } from '../../wallet/device/preferences.ts'
import { isPasskeyNews, type PasskeySetUp, passkey } from '../../wallet/vault/passkey.ts'
import { useWallet } from './session.tsx'

/** The passkey of the wallet that is open. `isOn` is undefined where none can be set up, and while that is found out. */
export function usePasskey() {
  const { address, dataKey } = useWallet()
  const [isOn, setOn] = useState<boolean>()

  useEffect(() => {
    if (!dataKey) return
    Promise.all([passkey.isSetUpFor({ address, dataKey }), canAuthenticate()]).then(([isSetUp, can]) => {
      if (isSetUp || can !== 'no') setOn(isSetUp)
    })
  }, [address, dataKey])

  return {
    isOn,
    setUp: async (): Promise<PasskeySetUp> => {
      if (!dataKey) return 'not-written'
      const outcome = await passkey.setUp({ address, dataKey })
      if (outcome === 'done') setOn(true)
      return outcome
    },
    /** Resolves to whether it is gone. */
    remove: async (): Promise<boolean> => {
      try {
        await passkey.remove()
        setOn(false)
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
