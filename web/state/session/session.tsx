import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { Credentials } from '../../wallet/vault/vault.ts'
import { useAutoLock } from './useAutoLock.ts'

type Session = {
  /** The seed phrase, held in memory alone: a reload loses it. Empty: none. */
  phrase: string
  setPhrase: (phrase: string) => void
  /** PIN and password as chosen on a device without a vault, until the phrase is sealed with them. */
  credentials: Credentials | undefined
  setCredentials: (credentials: Credentials | undefined) => void
  /** Seals what else this wallet keeps on the device. None: a wallet of this visit only. */
  dataKey: CryptoKey | undefined
  /** Whether the phrase was confirmed or came out of the vault: from then on the wallet locks itself. */
  isOpen: boolean
  open: (phrase: string, dataKey: CryptoKey | undefined) => void
  /** Forgets the phrase, in every tab. */
  lock: () => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [phrase, setPhrase] = useState('')
  const [credentials, setCredentials] = useState<Credentials>()
  const [dataKey, setDataKey] = useState<CryptoKey>()
  const [isOpen, setIsOpen] = useState(false)
  const lock = useAutoLock(isOpen)

  const session = useMemo<Session>(
    () => ({
      phrase,
      setPhrase,
      credentials,
      setCredentials,
      dataKey,
      isOpen,
      open: (openedPhrase, openedDataKey) => {
        setPhrase(openedPhrase)
        setDataKey(openedDataKey)
        setCredentials(undefined)
        setIsOpen(true)
      },
      lock,
    }),
    [phrase, credentials, dataKey, isOpen, lock],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}
