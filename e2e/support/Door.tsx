// Opens a wallet without its phrase being typed and asked for: only in the build of the tests, which `door.ts` adds it to.
import { useEffect } from 'react'
import type { DOOR } from '../../build/door.ts'
import { useSession } from '../../web/session/session.tsx'

declare global {
  interface Window {
    [DOOR]?: (phrase: string) => Promise<void>
  }
}

export function Door({ name }: { name: typeof DOOR }) {
  const { open } = useSession()
  useEffect(() => {
    window[name] = async (phrase) => {
      // Not with the first screen, which does without.
      const { accountFrom } = await import('../../web/wallet/phrase/account.ts')
      const { address } = await accountFrom(phrase)
      open({ phrase, address, dataKey: undefined })
    }
  }, [name, open])
  return null
}
