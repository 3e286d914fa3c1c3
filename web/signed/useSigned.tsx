import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { useSession, useWallet } from '../session/session.tsx'
import { openSignedBook } from './signedBook.ts'
import { createSigned, type SignedReading, type SignedStore } from './signedStore.ts'

const SignedContext = createContext<SignedStore | undefined>(undefined)

/** Requests and payments that the open wallet signed for others to send, and those that others signed for it. */
export function SignedProvider({ children }: { children: ReactNode }) {
  const { secret } = useSession()
  const { address, dataKey } = useWallet()
  const isKept = dataKey !== undefined
  const [store] = useState(createSigned)
  useEffect(() => store.open(openSignedBook({ address, secret, isKept })), [store, address, secret, isKept])
  return <SignedContext value={store}>{children}</SignedContext>
}

export function useSignedStore(): SignedStore {
  const store = use(SignedContext)
  if (!store) throw new Error('useSignedStore outside of SignedProvider')
  return store
}

/** Why what was signed cannot be read on this device, if so. */
export function useSignedTrouble(): SignedReading['trouble'] {
  const store = useSignedStore()
  return useSyncExternalStore(store.subscribe, () => store.get().trouble)
}
