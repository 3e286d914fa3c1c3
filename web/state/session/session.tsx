import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { Address } from 'viem'
import type { Credentials } from '../../wallet/vault/vault.ts'
import { useAutoLock } from './useAutoLock.ts'

/** A wallet whose phrase was confirmed or came out of the vault. */
type Wallet = {
  phrase: string
  address: Address
  /** The vault's data key, which sealed the outboxes of version 1. Undefined: a wallet of this visit only. */
  dataKey: CryptoKey | undefined
}

type Session = {
  /** The seed phrase until the wallet is open, in memory only: a reload loses it. Empty: none. */
  phrase: string
  setPhrase: (phrase: string) => void
  /** PIN and password as chosen on a device without a vault, until the phrase is sealed with them. */
  credentials: Credentials | undefined
  setCredentials: (credentials: Credentials | undefined) => void
  wallet: Wallet | undefined
  /** From then on the wallet locks itself after a time without activity. */
  open: (wallet: Wallet) => void
  /** Forgets the phrase, in every tab. */
  lock: () => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [phrase, setPhrase] = useState('')
  const [credentials, setCredentials] = useState<Credentials>()
  const [wallet, setWallet] = useState<Wallet>()
  const lock = useAutoLock(wallet !== undefined)

  const session = useMemo<Session>(
    () => ({
      phrase,
      setPhrase,
      credentials,
      setCredentials,
      wallet,
      open: (opened) => {
        setPhrase('')
        setCredentials(undefined)
        setWallet(opened)
      },
      lock,
    }),
    [phrase, credentials, wallet, lock],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}

/** The open wallet. For screens that are shown only while there is one. */
export function useWallet(): Wallet {
  const { wallet } = useSession()
  if (!wallet) throw new Error('useWallet while no wallet is open')
  return wallet
}
