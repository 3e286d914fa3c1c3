import { createContext, type ReactNode, use, useMemo, useState } from 'react'

type Session = {
  /** The seed phrase, held in memory alone: a reload loses it. Empty: none. */
  phrase: string
  setPhrase: (phrase: string) => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [phrase, setPhrase] = useState('')
  const session = useMemo(() => ({ phrase, setPhrase }), [phrase])
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}
