import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { deviceClock } from '../board/clock.ts'
import { useBoardStore, useOutbox } from '../board/useBoard.ts'
import { createSender } from '../chain/send/createSender.ts'
import { useWallet } from '../session/session.tsx'
import { openOutbox } from '../wallet/device/outboxes.ts'
import { exclusively, OUTBOX_LOCK } from '../wallet/device/storage.ts'
import { accountFrom } from '../wallet/phrase/account.ts'
import { keyFor } from '../wallet/phrase/keyFor.ts'
import { createSending, type Sending, type SendingView } from './sending.ts'

const SendingContext = createContext<Sending | undefined>(undefined)

/** The store that the open wallet sends with. */
export function SendingProvider({ children }: { children: ReactNode }) {
  const { address, phrase, dataKey } = useWallet()
  const isKept = dataKey !== undefined
  const board = useBoardStore()
  const outbox = useOutbox()
  const [sending] = useState(() => createSending({ board, outbox, clock: deviceClock }))
  useEffect(() => {
    // The private key is derived for each signature and dropped afterwards.
    const account = () => accountFrom(phrase)
    return sending.open((deployment, onChange) =>
      createSender({
        signer: {
          address,
          signTransaction: async (transaction) => (await account()).signTransaction(transaction),
          signTypedData: async (typedData) => (await account()).signTypedData(typedData),
        },
        deployment,
        openStore: async (name) => openOutbox(name, { key: await keyFor('outbox', phrase), isKept }),
        exclusively: (work) => exclusively(work, OUTBOX_LOCK),
        onChange,
      }),
    )
  }, [sending, address, phrase, isKept])
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
