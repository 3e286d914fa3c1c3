import { useEffect, useRef, useState } from 'react'
import { canAuthenticate } from '../wallet/device/authenticator.ts'
import { preferences } from '../wallet/device/preferences.ts'
import { isPasskeyNews, type PasskeySetUp, passkey } from '../wallet/vault/passkey.ts'
import { useWallet } from './session.tsx'

/** The passkey of the wallet that is open. `isOn` is undefined where none can be set up, and while that is found out. */
export function usePasskey() {
  const { dataKey } = useWallet()
  const [isOn, setOn] = useState<boolean>()
  const asking = useRef<AbortController>(undefined)
  // Whoever closes what asked for it while the browser's prompt is open does not want it.
  useEffect(() => () => asking.current?.abort(), [])

  useEffect(() => {
    if (!dataKey) return
    Promise.all([passkey.isSetUpFor({ dataKey }), canAuthenticate()]).then(([isSetUp, can]) => {
      if (isSetUp || can !== 'no') setOn(isSetUp)
    })
  }, [dataKey])

  return {
    isOn,
    setUp: async (): Promise<PasskeySetUp> => {
      if (!dataKey) return 'not-written'
      asking.current = new AbortController()
      const outcome = await passkey.setUp({ dataKey }, asking.current.signal)
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
