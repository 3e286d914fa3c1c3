import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { deviceClock } from '../board/clock.ts'
import { useBoardStore, useOutbox } from '../board/useBoard.ts'
import { createSender } from '../chain/send/createSender.ts'
import { useSession, useWallet } from '../session/session.tsx'
import { openOutbox } from '../wallet/device/outboxes.ts'
import { exclusively, OUTBOX_LOCK } from '../wallet/device/storage.ts'
import { signerFor } from '../wallet/phrase/account.ts'
import { keyFor } from '../wallet/phrase/keyFor.ts'
import { createSending, type Sending, type SendingView } from './sending.ts'

const SendingContext = createContext<Sending | undefined>(undefined)

/** The store that the open wallet sends with. */
export function SendingProvider({ children }: { children: ReactNode }) {
  const { secret } = useSession()
  const { address, dataKey } = useWallet()
  const isKept = dataKey !== undefined
  const board = useBoardStore()
  const outbox = useOutbox()
  const [sending] = useState(() => createSending({ board, outbox, clock: deviceClock }))
  useEffect(() => {
    return sending.open((deployment, onChange) =>
      createSender({
        signer: signerFor(address, secret),
        deployment,
        openStore: async (name) => openOutbox(name, { key: await keyFor('outbox', secret()), isKept }),
        exclusively: (work) => exclusively(work, OUTBOX_LOCK),
        onChange,
      }),
    )
  }, [sending, address, secret, isKept])
  return <SendingContext value={sending}>{children}</SendingContext>
}

/** For its verbs. */
export function useSending(): Sending {
  const sending = use(SendingContext)
  if (!sending) throw new Error('useSending outside of SendingProvider')
  return sending
}

/** A part of what it says of itself. */
export function useSendingView<T>(select: (view: SendingView) => T): T {
  const { get, subscribe } = useSending()
  return useSyncExternalStore(subscribe, () => select(get()))
}
