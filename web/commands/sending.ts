import type { Board } from '../board/board.ts'
import type { Clock } from '../board/clock.ts'
import type { Entry, Outcome } from '../chain/outbox/outbox.ts'
import type { Sender } from '../chain/send/createSender.ts'
import type { Deployment } from '../chain/send/prepare.ts'
import { type OutboxTrouble, outboxTroubleIn, Refused, refusalOf } from '../chain/send/refusal.ts'
import { paceOf } from '../chains.ts'
import { createListeners, type Source } from '../store.ts'
import type { Command } from './command.ts'

type Options = {
  board: Pick<Board, 'subscribe' | 'refresh'> & { get: () => Pick<ReturnType<Board['get']>, 'dashboard'> }
  /** Commands of this device, as the sender reports them. */
  outbox: Source<readonly Entry[]> & { set: (entries: readonly Entry[]) => void }
  clock: Pick<Clock, 'after'>
}

/** Makes the sender of the open wallet. `onChange`: called with the entries of its outbox. */
type CreateSender = (deployment: Deployment, onChange: (entries: readonly Entry[]) => void) => Sender

/** `outcome` undefined: it had ended, and is under way again because the chain does not have it any more. */
type TellOutcome = (command: Command, outcome: Outcome | undefined) => void

export type SendingView = {
  /** Reason why the entries on this device cannot be read, and nothing can be sent. */
  trouble: OutboxTrouble | undefined
  /** The last command was refused because another wallet of this account has one pending. */
  isBusyElsewhere: boolean
}

export type Sending = ReturnType<typeof createSending>

/**
 * The sender of the contract and chain that the board reads: it follows commands until they are settled, those of earlier
 * visits too. A store without React, as the board is one. Until a contract is read, nothing can be sent.
 */
export function createSending({ board, outbox, clock }: Options) {
  let sender: Sender | undefined
  let view: SendingView = { trouble: undefined, isBusyElsewhere: false }
  const listeners = createListeners()
  const set = (changes: Partial<SendingView>) => {
    const next = { ...view, ...changes }
    if (next.trouble === view.trouble && next.isBusyElsewhere === view.isBusyElsewhere) return
    view = next
    listeners.notify()
  }

  /** Settling and sending that has begun. */
  let working: Promise<unknown> = Promise.resolve()
  const track = <T>(work: Promise<T>): Promise<T> => {
    working = Promise.allSettled([working, work])
    return work
  }
  let isPaused = false

  const able = (): Sender => {
    if (isPaused) throw new Refused('NoNetwork')
    if (!sender) throw new Refused(board.get().dashboard ? 'NoContract' : 'NoNetwork')
    return sender
  }

  const setSender = (next: Sender | undefined) => {
    if (next === sender) return
    sender = next
    outbox.set([])
  }

  /** Settles at once, and then polls. Returns the function that stops it. */
  const poll = (settling: Sender, everyMs: number) => {
    let isCurrent = true
    let stop = () => {}
    const settle = async () => {
      // A network error is left to the next poll.
      const refusal = isPaused ? undefined : await track(settling.settleAll()).then(() => undefined, refusalOf)
      if (!isCurrent) return
      set({ trouble: refusal && outboxTroubleIn(refusal) })
      stop = clock.after(everyMs, settle)
    }
    settle()
    return () => {
      isCurrent = false
      stop()
    }
  }

  const setBusyElsewhere = (isBusyElsewhere: boolean) => {
    const hasBegun = isBusyElsewhere && !view.isBusyElsewhere
    set({ isBusyElsewhere })
    if (hasBegun) askBusyElsewhere()
  }
  /** Until the other transaction has ended; a network error is left to the next block. */
  const askBusyElsewhere = () => {
    if (view.isBusyElsewhere) sender?.isBusyElsewhere().then(setBusyElsewhere, () => {})
  }

  const followed = new Set<string>()
  const waiting = new Set<string>()
  const ended = new Set<string>()
  let tellOutcome: TellOutcome = () => {}
  const tellOutcomes = (entries: readonly Entry[]) => {
    for (const { intent, command, stage } of entries) {
      if (stage.at === 'done') {
        ended.add(intent)
        if (waiting.delete(intent) && !followed.has(intent)) tellOutcome(command, stage.outcome)
      } else {
        waiting.add(intent)
        if (ended.delete(intent)) tellOutcome(command, undefined)
      }
    }
  }

  let inChain = ''
  const refreshWithChain = (entries: readonly Entry[]) => {
    const before = inChain
    inChain = entries
      .filter(({ stage }) => stage.at === 'mined' || stage.at === 'done')
      .map(({ intent }) => intent)
      .join()
    if (inChain !== before) board.refresh()
  }

  const verbs: Omit<Sender, 'settleAll' | 'isBusyElsewhere'> = {
    quote: async (command) => able().quote(command),
    quoteSample: async (command) => able().quoteSample(command),
    findRefusals: async (commands) => able().findRefusals(commands),
    quoteReplacement: async (intent, purpose) => able().quoteReplacement(intent, purpose),
    send: async (intent, command, agreed) => {
      try {
        await track(able().send(intent, command, agreed))
        setBusyElsewhere(false)
      } catch (error) {
        setBusyElsewhere(refusalOf(error).name === 'BusyElsewhere')
        throw error
      }
    },
    replace: async (intent, purpose, agreed) => track(able().replace(intent, purpose, agreed)),
    signRequest: async (asked) => able().signRequest(asked),
    signPayment: async (payment) => able().signPayment(payment),
    setAsideDamaged: async () => {
      await able().setAsideDamaged()
      set({ trouble: undefined })
    },
  }

  return {
    ...verbs,
    get: () => view,
    subscribe: listeners.add,
    /** Sends for this wallet from now on, and settles. Returns the function that stops settling. */
    open: (createSender: CreateSender) => {
      let seen: { book: string | undefined; chainId: number | undefined; block: bigint } | undefined
      let stopPolling = () => {}

      const look = () => {
        const { dashboard } = board.get()
        const { address: book, chainId } = dashboard?.book ?? {}
        const block = dashboard?.at.blockNumber ?? 0n
        const isSameBook = seen !== undefined && seen.book === book && seen.chainId === chainId
        if (isSameBook && seen?.block === block) return
        // First of all: the board changes with the outbox, and this is called again.
        seen = { book, chainId, block }
        if (!isSameBook) setSender(book && chainId ? created({ book, chainId }) : undefined)
        // Anew with every block that was read, so that the lists and the pending commands change together.
        stopPolling()
        stopPolling = sender ? poll(sender, paceOf(chainId).settlePollMs) : () => {}
        askBusyElsewhere()
      }
      const created = (deployment: Deployment): Sender => {
        const one: Sender = createSender(deployment, (entries) => {
          // Late reports of an earlier sender are not about this account or chain.
          if (one === sender) outbox.set(entries)
        })
        return one
      }

      const stopHearing = outbox.subscribe(() => {
        tellOutcomes(outbox.get())
        refreshWithChain(outbox.get())
      })
      const stopLooking = board.subscribe(look)
      look()
      return () => {
        stopLooking()
        stopHearing()
        stopPolling()
      }
    },
    /** Signs, sends and settles nothing more. Resolves once what had begun has ended, to the function that goes on. */
    pause: async () => {
      isPaused = true
      await working
      return () => {
        isPaused = false
      }
    },
    /** A component that follows a command announces its end itself. Returns the function that stops following. */
    follow: (intent: string) => {
      followed.add(intent)
      return () => {
        followed.delete(intent)
      }
    },
    /** Tells of each command that ends from now on, once, unless it is followed; and of one that is under way again. */
    onOutcome: (tell: TellOutcome) => {
      tellOutcome = tell
    },
  }
}
