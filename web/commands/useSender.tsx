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

const SenderContext = createContext<Sending | undefined>(undefined)

/** The open wallet's sender. */
export function SenderProvider({ children }: { children: ReactNode }) {
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
  return <SenderContext value={sending}>{children}</SenderContext>
}

/** The sender itself, for its verbs. */
export function useSender(): Sending {
  const sending = use(SenderContext)
  if (!sending) throw new Error('useSender outside of SenderProvider')
  return sending
}

/** A part of what the sender says of itself. */
export function useSending<T>(select: (view: SendingView) => T): T {
  const { get, subscribe } = useSender()
  return useSyncExternalStore(subscribe, () => select(get()))
}
