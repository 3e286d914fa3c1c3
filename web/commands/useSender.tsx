import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useBoard, useBoardStore, useOutbox } from '../board/useBoard.ts'
import type { Entry } from '../chain/outbox/outbox.ts'
import { createSender, type Sender } from '../chain/send/createSender.ts'
import { type OutboxTrouble, outboxTroubleIn, Refused, refusalOf } from '../chain/send/refusal.ts'
import { paceOf } from '../chains.ts'
import { useWallet } from '../session/session.tsx'
import { openOutbox } from '../wallet/device/outboxes.ts'
import { exclusively, OUTBOX_LOCK } from '../wallet/device/storage.ts'
import { accountFrom } from '../wallet/phrase/account.ts'
import { keyFor } from '../wallet/phrase/keyFor.ts'

type Sending = Omit<Sender, 'settleAll' | 'isBusyElsewhere'> & {
  /** Pending commands, and those that ended lately; oldest first. */
  entries: readonly Entry[]
  /** Why the entries on this device cannot be read, and nothing can be sent. */
  trouble: OutboxTrouble | undefined
  /** The account's balances as they were last read: what a refusal may depend on. */
  balances: string
  /** A component that follows a command announces its end itself. Returns the function that stops following. */
  follow: (intent: string) => () => void
  isFollowed: (intent: string) => boolean
  /** The last command was refused because another wallet of this account has one pending. */
  isBusyElsewhere: boolean
}

const SenderContext = createContext<Sending | undefined>(undefined)

/** Sends commands and settles them until they are final, those of earlier visits too. Until a book is read, nothing can be sent. */
export function SenderProvider({ children }: { children: ReactNode }) {
  const { address, phrase, dataKey } = useWallet()
  const isKept = dataKey !== undefined
  const dashboard = useBoard((view) => view.dashboard)
  const { refresh } = useBoardStore()
  const outbox = useOutbox()
  const entries = useSyncExternalStore(outbox.subscribe, outbox.get)
  const [trouble, setTrouble] = useState<OutboxTrouble>()
  const [following] = useState(createFollowing)
  const [isBusyElsewhere, setBusyElsewhere] = useState(false)
  const [book, chainId] = [dashboard?.book?.address, dashboard?.book?.chainId]
  const readAt = dashboard?.at.blockNumber ?? 0n
  const balances = `${dashboard?.ethBalance} ${dashboard?.book?.dollarBalance}`
  const pollMs = paceOf(chainId).settlePollMs

  const current = useRef<Sender>(undefined)
  const sender = useMemo(() => {
    if (!book || !chainId) return undefined
    // The private key is derived for each signature and dropped afterwards.
    const account = () => accountFrom(phrase)
    const created: Sender = createSender({
      signer: {
        address,
        signTransaction: async (transaction) => (await account()).signTransaction(transaction),
        signTypedData: async (typedData) => (await account()).signTypedData(typedData),
      },
      deployment: { book, chainId },
      openStore: async (name) => openOutbox(name, { key: await keyFor('outbox', phrase), isKept }),
      exclusively: (work) => exclusively(work, OUTBOX_LOCK),
      // Late reports of an earlier sender are not about this account or chain.
      onChange: (entries) => {
        if (current.current === created) outbox.set(entries)
      },
    })
    return created
  }, [address, book, chainId, phrase, isKept, outbox])
  useEffect(() => {
    if (current.current === sender) return
    current.current = sender
    outbox.set([])
  }, [sender, outbox])

  // Restarts with every block that was read, so that the lists and the pending commands change together.
  // biome-ignore lint/correctness/useExhaustiveDependencies: readAt, see above
  useEffect(() => {
    if (!sender) return
    let timer: ReturnType<typeof setTimeout>
    let isCurrent = true
    const settle = async () => {
      // A network error is left to the next poll.
      const refusal = await sender.settleAll().then(() => undefined, refusalOf)
      if (!isCurrent) return
      setTrouble(refusal && outboxTroubleIn(refusal))
      timer = setTimeout(settle, pollMs)
    }
    settle()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [sender, pollMs, readAt])

  // Until the other transaction has ended; a network error is left to the next block.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again with every block
  useEffect(() => {
    if (isBusyElsewhere) sender?.isBusyElsewhere().then(setBusyElsewhere, () => {})
  }, [isBusyElsewhere, sender, readAt])

  const inChain = entries.filter(({ stage }) => stage.at === 'mined' || stage.at === 'done').map(({ intent }) => intent)
  const news = inChain.join()
  const lastNews = useRef(news)
  useEffect(() => {
    if (lastNews.current === news) return
    lastNews.current = news
    refresh()
  }, [news, refresh])

  const isRead = dashboard !== undefined
  const sending = useMemo<Sending>(() => {
    const able = sender ?? unable(isRead)
    const send = async (...args: Parameters<Sender['send']>) => {
      try {
        await able.send(...args)
        setBusyElsewhere(false)
      } catch (error) {
        setBusyElsewhere(refusalOf(error).name === 'BusyElsewhere')
        throw error
      }
    }
    const setAsideDamaged = async () => {
      await able.setAsideDamaged()
      setTrouble(undefined)
    }
    return { ...able, send, setAsideDamaged, entries, trouble, balances, isBusyElsewhere, ...following }
  }, [sender, isRead, entries, trouble, balances, isBusyElsewhere, following])
  return <SenderContext value={sending}>{children}</SenderContext>
}

export function useSender(): Sending {
  const sending = use(SenderContext)
  if (!sending) throw new Error('useSender outside of SenderProvider')
  return sending
}

function createFollowing(): Pick<Sending, 'follow' | 'isFollowed'> {
  const followed = new Set<string>()
  return {
    follow: (intent) => {
      followed.add(intent)
      return () => followed.delete(intent)
    },
    isFollowed: (intent) => followed.has(intent),
  }
}

function unable(isRead: boolean): Omit<Sender, 'settleAll' | 'isBusyElsewhere'> {
  const refuse = () => Promise.reject(new Refused(isRead ? 'NoContract' : 'NoNetwork'))
  return {
    quote: refuse,
    priceOfGas: refuse,
    quoteReplacement: refuse,
    send: refuse,
    replace: refuse,
    signRequest: refuse,
    signPayment: refuse,
    setAsideDamaged: refuse,
  }
}
