import { useSession } from './session.tsx'

/** Opens the wallet of the session's phrase for this visit only, without keeping it on the device. */
export function useOpenForVisit() {
  const { phrase, open } = useSession()
  return async (): Promise<void> => {
    // Loaded on demand: curves and hash functions, which the screens before the dashboard do without.
    const { accountFrom } = await import('../../wallet/phrase/account.ts')
    const { address } = await accountFrom(phrase)
    open({ phrase, address, dataKey: undefined })
  }
}
