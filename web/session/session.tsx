import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { Address } from 'viem'
import { type Ending, readEnding, type Unsaved } from '../wallet/device/ending.ts'
import { provenChannel } from '../wallet/device/tabChannel.ts'
import type { Credentials } from '../wallet/vault/vault.ts'
import { useLock } from './useLock.ts'

/** A wallet whose phrase was confirmed or came out of the vault. */
type Wallet = {
  phrase: string
  address: Address
  /** The vault's data key. Undefined: a wallet of this visit only. */
  dataKey: CryptoKey | undefined
  /** By PIN and password, on /login: then a passkey may be offered. */
  isUnlocked?: boolean
  /** PIN and password were chosen in this session, and nobody has typed them again yet. False: by now somebody has. */
  isUnproven?: boolean
}

type Session = {
  /** The seed phrase until the wallet is open, in memory only: a reload loses it. Empty: none. */
  phrase: string
  /** Whether the phrase was typed in, and not generated here. */
  isImported: boolean
  setPhrase: (phrase: string, origin?: 'imported') => void
  /** The words of a new phrase were shown or copied: from then on losing it matters. */
  wordsSeen: () => void
  /** Earlier loss, or why the wallet locked. Undefined also once it was told and no longer matters. */
  ending: Ending | undefined
  forgetEnding: () => void
  /** PIN and password as chosen on a device without a vault, until the phrase is sealed with them. */
  credentials: Credentials | undefined
  setCredentials: (credentials: Credentials | undefined) => void
  wallet: Wallet | undefined
  /** From then on the wallet locks itself after a time without activity. */
  open: (wallet: Wallet) => void
  /** PIN and password were typed again, and open the vault. */
  prove: () => void
  /** Forgets the phrase, in every tab. */
  lock: () => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [phrase, setPhrase] = useState('')
  /** Undefined: a new phrase that nobody has seen, or none. */
  const [noted, setNoted] = useState<Exclude<Unsaved, 'visitWallet'>>()
  const [ending, setEnding] = useState(readEnding)
  const [credentials, setCredentials] = useState<Credentials>()
  const [wallet, setWallet] = useState<Wallet>()
  const lock = useLock(wallet !== undefined, wallet && !wallet.dataKey ? 'visitWallet' : noted)

  // By any tab: whoever finds this one open must not choose others for a wallet whose owner knows them.
  useEffect(
    () =>
      provenChannel.listen((address) =>
        setWallet((open) => (open?.isUnproven && open.address === address ? { ...open, isUnproven: false } : open)),
      ),
    [],
  )

  const wordsSeen = useCallback(() => setNoted((before) => before ?? 'newPhrase'), [])
  const forgetEnding = useCallback(() => setEnding(undefined), [])

  const session = useMemo<Session>(
    () => ({
      phrase,
      isImported: noted === 'importedPhrase',
      setPhrase: (next, origin) => {
        // No ending where another phrase replaces it: that one is generated, or typed in on purpose.
        if (noted && !next) setEnding(noted)
        setPhrase(next)
        setNoted(origin && 'importedPhrase')
      },
      wordsSeen,
      ending,
      forgetEnding,
      credentials,
      setCredentials,
      wallet,
      open: (opened) => {
        setPhrase('')
        setNoted(undefined)
        setEnding(undefined)
        setCredentials(undefined)
        setWallet(opened)
        if (opened.isUnlocked) provenChannel.post(opened.address)
      },
      prove: () => wallet && provenChannel.post(wallet.address),
      lock,
    }),
    [phrase, noted, wordsSeen, ending, forgetEnding, credentials, wallet, lock],
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
