import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import type { Address } from 'viem'
import type { Dashboard } from '../../chain/fetchDashboard.ts'
import { type Entry, isAheadOf } from '../../chain/outbox.ts'
import { Refused } from '../../chain/refusal.ts'
import { createSender, type Sender } from '../../chain/sendCommand.ts'
import { networkOf, networks } from '../../chains.ts'
import type { Command } from '../../loans/command.ts'
import { openOutbox } from '../../wallet/device/outboxes.ts'
import { exclusively } from '../../wallet/device/storage.ts'
import { accountFrom } from '../../wallet/phrase/account.ts'
import { useSession } from '../session/session.tsx'

type Sending = Omit<Sender, 'settleAll'> & {
  /** What is under way, and what was done lately; oldest first. */
  entries: readonly Entry[]
  /** What the dashboard as it was read doesn't show yet. */
  underWay: readonly Command[]
  /** The intents that somebody on the page follows to their end. */
  followed: Set<string>
}

type Props = {
  address: Address | ''
  /** What was read of the chain. Until then, and without a book, nothing can be sent. */
  dashboard: Dashboard | undefined
  /** Something is in a block, or no longer is: what the chain says has changed. */
  onNews: () => void
  children: ReactNode
}

const SenderContext = createContext<Sending | undefined>(undefined)

/** Sends what the person wants done, and looks after it until it is settled: also what an earlier visit left behind. */
export function SenderProvider({ address, dashboard, onNews, children }: Props) {
  const { phrase, dataKey } = useSession()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [followed] = useState(() => new Set<string>())
  const [book, chainId] = [dashboard?.book?.address, dashboard?.book?.chainId]
  const readAt = dashboard?.at.blockNumber ?? 0n
  const pollMs = (networkOf(chainId) ?? networks.sepolia).settlePollMs

  const sender = useMemo(() => {
    if (address === '' || !book || !chainId) return undefined
    // The key is derived anew for each signature, and forgotten after it.
    const account = () => accountFrom(phrase)
    return createSender({
      signer: {
        address,
        signTransaction: async (transaction) => (await account()).signTransaction(transaction),
        signTypedData: async (typedData) => (await account()).signTypedData(typedData),
      },
      place: { book, chainId },
      openStore: (name) => openOutbox(name, dataKey),
      exclusively: (work) => exclusively(work, 'entrepares.outbox'),
      // What stays the same is not drawn again.
      onChange: (now) => setEntries((before) => (textOf(before) === textOf(now) ? before : now)),
    })
  }, [address, book, chainId, phrase, dataKey])

  // With every block that was read anew: what is in it is then known to be there at the same time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!sender) return
    let timer: ReturnType<typeof setTimeout>
    let isCurrent = true
    const settle = async () => {
      // Without an answer the next round will tell.
      await sender.settleAll().catch(() => {})
      if (isCurrent) timer = setTimeout(settle, pollMs)
    }
    settle()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [sender, pollMs, readAt])

  const inChain = entries.filter(({ stage }) => stage.at === 'mined' || stage.at === 'done').map(({ intent }) => intent)
  const news = inChain.join()
  const lastNews = useRef(news)
  useEffect(() => {
    if (lastNews.current === news) return
    lastNews.current = news
    onNews()
  }, [news, onNews])

  const isRead = dashboard !== undefined
  const sending = useMemo<Sending>(() => {
    const underWay = entries.filter((entry) => isAheadOf(readAt, entry)).map(({ command }) => command)
    return { ...(sender ?? unable(isRead)), entries, underWay, followed }
  }, [sender, isRead, entries, readAt, followed])
  return <SenderContext value={sending}>{children}</SenderContext>
}

export function useSender(): Sending {
  const sending = use(SenderContext)
  if (!sending) throw new Error('useSender outside of SenderProvider')
  return sending
}

function unable(isRead: boolean) {
  const refuse = () => Promise.reject(new Refused(isRead ? 'NoContract' : 'NoNetwork'))
  return { quote: refuse, send: refuse, speedUp: refuse, annul: refuse }
}

function textOf(entries: readonly Entry[]): string {
  return JSON.stringify(entries, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
