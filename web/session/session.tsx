import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createSession, type SessionState, type Wallet } from './createSession.ts'

type Session = SessionState & Omit<ReturnType<typeof createSession>, 'get' | 'subscribe' | 'stop'>

const SessionContext = createContext<Session | undefined>(undefined)

type Props = {
  /** Replaces everything else from the moment of the lock until the new document is there. */
  locked: ReactNode
  children: ReactNode
}

export function SessionProvider({ locked, children }: Props) {
  const [store] = useState(() => createSession({ draw: flushSync }))
  const { get, subscribe, stop, ...verbs } = store
  const state = useSyncExternalStore(subscribe, get, get)
  useEffect(() => stop, [stop])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the verbs of a store do not change
  const session = useMemo<Session>(() => ({ ...state, ...verbs }), [state])
  return state.isLocked ? locked : <SessionContext value={session}>{children}</SessionContext>
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
