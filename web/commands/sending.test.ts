import type { LocalAccount } from 'viem'
import { getTransactionCount, sendRawTransaction } from 'viem/actions'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { people } from '../../devchain/people.ts'
import { chain, client, entryOf, node, type OpenBoard, openBoard, standBefore, withBoards } from '../board/boards.testing.ts'
import { takeChain } from '../chain/chains.testing.ts'
import type { Entry, Stage } from '../chain/outbox/outbox.ts'
import type { Sender } from '../chain/send/createSender.ts'
import type { Deployment } from '../chain/send/prepare.ts'
import { publish } from '../chain/send/senders.testing.ts'
import { createLock, type MemoryOutbox, memoryOutbox } from '../chain/send/tabs.testing.ts'
import { networks } from '../chains.ts'

const { ana } = people
const OFFER = publish(5)

withBoards()

let createSender: typeof import('../chain/send/createSender.ts').createSender
let createSending: typeof import('./sending.ts').createSending
let pollMs: number

beforeEach(async () => {
  // After the modules were reset, together with those of the board.
  pollMs = (await import('../chains.ts')).networks.local.settlePollMs
  ;({ createSender } = await import('../chain/send/createSender.ts'))
  ;({ createSending } = await import('./sending.ts'))
})

type Made = {
  deployment: Deployment
  report: (entries: readonly Entry[]) => void
  settleCount: number
  busyCount: number
  /** Resolves when what it was asked last has been answered. */
  answered: Promise<unknown>
}

/** Somebody's dashboard, with the sender of the contract that it reads. */
function openSending(account: LocalAccount = ana) {
  const board = openBoard(account)
  const store = memoryOutbox()
  const exclusively = createLock()
  const made: Made[] = []
  const told: string[] = []
  let refreshCount = 0
  const sending = createSending({
    board: {
      ...board,
      refresh: () => {
        refreshCount++
        board.refresh()
      },
    },
    outbox: board.outbox,
    clock: board.clock,
  })
  sending.onOutcome(({ kind }, outcome) => told.push(`${kind} ${outcome?.kind ?? 'again'}`))
  const open = () =>
    sending.open((deployment, report) => {
      const one: Made = { deployment, report, settleCount: 0, busyCount: 0, answered: Promise.resolve() }
      made.push(one)
      const sender: Sender = createSender({
        signer: account,
        deployment,
        openStore: async () => store,
        exclusively,
        onChange: report,
      })
      const noted = <T>(answer: Promise<T>) => {
        one.answered = Promise.allSettled([one.answered, answer])
        return answer
      }
      return {
        ...sender,
        settleAll: () => {
          one.settleCount++
          return noted(sender.settleAll())
        },
        isBusyElsewhere: () => {
          one.busyCount++
          return noted(sender.isBusyElsewhere())
        },
      }
    })
  const close = open()
  onTestFinished(close)
  const newest = () => {
    const last = made.at(-1)
    if (!last) throw new Error('No sender was made')
    return last
  }
  return {
    board,
    sending,
    store,
    made,
    told,
    open,
    close,
    newest,
    /** Waits for what the senders were asked, and for what follows from the answers: promises alone, which end before a new task. */
    answered: async () => {
      await Promise.all(made.map(({ answered }) => answered))
      await new Promise((resolve) => setTimeout(resolve))
    },
    refreshCount: () => refreshCount,
    settleCount: () => newest().settleCount,
    send: (intent: string) => sending.send(intent, OFFER, undefined),
    /** Lets the poll come due, and waits for `isSo`. */
    poll: (isSo: () => boolean) =>
      vi.waitFor(
        () => {
          board.clock.pass(pollMs)
          expect(isSo()).toBe(true)
        },
        { timeout: 30_000, interval: 50 },
      ),
  }
}

type Opened = ReturnType<typeof openSending>

/** The same once the contract was read, and the outbox for the first time. */
async function openReady(): Promise<Opened> {
  const opened = openSending()
  await opened.board.until(({ book }) => book)
  await polled(opened)
  return opened
}

/** Polls once more, and waits for the end of it. */
async function polled({ board, settleCount, answered }: Opened): Promise<void> {
  await answered()
  const before = settleCount()
  board.clock.pass(pollMs)
  expect(settleCount()).toBe(before + 1)
  await answered()
}

/** The board reads a block that is new. */
async function readBlock(board: OpenBoard): Promise<void> {
  const before = board.get().dashboard?.at.blockNumber ?? 0n
  await client.mine({ blocks: 1 })
  board.refresh()
  await board.until(({ dashboard }) => (dashboard?.at.blockNumber ?? 0n) > before)
}

const stageOf = ({ board }: Opened, intent: string) => board.outbox.get().find((entry) => entry.intent === intent)?.stage.at

const MINED: Stage = { at: 'mined', depth: 1, of: 3, block: 1n }

describe('the sender', () => {
  test('sends nothing for want of a network before the first answer, and for want of a contract on a chain without one', async () => {
    await standBefore(takeChain({ contracts: false }))
    const { sending, board, made, send } = openSending()
    await expect(sending.quote(OFFER)).rejects.toMatchObject({ refusal: { name: 'NoNetwork' } })
    await board.until(({ dashboard }) => dashboard)
    await expect(send('a')).rejects.toMatchObject({ refusal: { name: 'NoContract' } })
    expect(made).toEqual([])
  })

  test('is the one of the contract and chain that the board reads; another chain has another one, and an empty outbox', async () => {
    const opened = await openReady()
    const { board, made, send } = opened
    expect(made.map(({ deployment }) => deployment)).toEqual([{ book: chain.deployment?.loanBook, chainId: 31337 }])
    await send('a')
    await opened.poll(() => stageOf(opened, 'a') === 'done')
    await readBlock(board)
    expect(made).toHaveLength(1)

    const lists: number[] = []
    board.outbox.subscribe(() => lists.push(board.outbox.get().length))
    await standBefore(takeChain({ chainId: networks.sepolia.id }))
    await client.mine({ blocks: 50 })
    board.refresh()
    await board.until(({ chainId }) => chainId === networks.sepolia.id)
    expect(made.map(({ deployment }) => deployment.chainId)).toEqual([31337, networks.sepolia.id])
    expect(lists[0]).toBe(0)
  })

  test('of a wallet that was kept meanwhile takes over, and late reports of the earlier one are ignored', async () => {
    const { board, made, close, open } = await openReady()
    close()
    onTestFinished(open())
    const [earlier, later] = made
    const entry = entryOf(OFFER, MINED)
    earlier?.report([entry])
    expect(board.outbox.get()).toEqual([])
    later?.report([entry])
    expect(board.outbox.get()).toEqual([entry])
  })
})

describe('settling', () => {
  test("goes on at the chain's pace, each time after the one before has ended", async () => {
    const opened = await openReady()
    const { board, settleCount } = opened
    const before = settleCount()
    board.clock.pass(pollMs - 1)
    expect(settleCount()).toBe(before)
    board.clock.pass(1)
    expect(settleCount()).toBe(before + 1)
    // Not while it is under way.
    board.clock.pass(pollMs)
    expect(settleCount()).toBe(before + 1)
    await opened.answered()
    board.clock.pass(pollMs)
    expect(settleCount()).toBe(before + 2)
  })

  test('begins anew with each block that is read, in place of the poll that was due', async () => {
    const opened = await openReady()
    const { board, settleCount } = opened
    const before = settleCount()
    await readBlock(board)
    expect(settleCount()).toBe(before + 1)
    await opened.answered()
    // The same block again is none.
    const { dashboard } = board.get()
    await client.setBalance({ address: ana.address, value: 10n ** 18n })
    board.refresh()
    await board.until((view) => view.dashboard !== dashboard)
    expect(settleCount()).toBe(before + 1)
    board.clock.pass(pollMs)
    expect(settleCount()).toBe(before + 2)
  })

  test('stops when it is closed', async () => {
    const { board, settleCount, close } = await openReady()
    const before = settleCount()
    close()
    board.clock.pass(pollMs)
    await readBlock(board)
    expect(settleCount()).toBe(before)
  })

  test('stops and sends nothing while it is paused, and goes on afterwards', async () => {
    const opened = await openReady()
    const goOn = await opened.sending.pause()
    const before = opened.settleCount()
    opened.board.clock.pass(pollMs)
    await opened.answered()
    expect(opened.settleCount()).toBe(before)
    await expect(opened.send('paused')).rejects.toMatchObject({ refusal: { name: 'NoNetwork' } })
    goOn()
    await opened.poll(() => opened.settleCount() > before)
  })

  test('a command that enters the chain has the board read it, once', async () => {
    const opened = await openReady()
    const before = opened.refreshCount()
    await opened.send('a')
    expect(opened.refreshCount()).toBe(before)
    await opened.poll(() => stageOf(opened, 'a') === 'done')
    await polled(opened)
    expect(opened.refreshCount()).toBe(before + 1)
  })
})

describe('an outbox that cannot be read', () => {
  test('is said, and nothing is sent until what is damaged was set aside', async () => {
    const opened = await openReady()
    const { sending, store, send } = opened
    let changeCount = 0
    sending.subscribe(() => changeCount++)
    damage(store)
    await polled(opened)
    await polled(opened)
    expect([sending.get().trouble, changeCount]).toEqual(['OutboxDamaged', 1])
    await expect(send('a')).rejects.toMatchObject({ refusal: { name: 'OutboxDamaged' } })
    await sending.setAsideDamaged()
    expect([sending.get().trouble, changeCount, store.aside.length]).toEqual([undefined, 2, 1])
    await send('a')
  })

  test('is none where only the network fails', async () => {
    const opened = await openReady()
    await node.goAway()
    await polled(opened)
    expect(opened.sending.get().trouble).toBeUndefined()
  })
})

function damage(store: MemoryOutbox): void {
  store.text = 'damaged'
}

describe('a command pending in another wallet', () => {
  test('is asked for at once and with each block, until it ends', async () => {
    const { board, sending, send, newest, answered } = await openReady()
    await client.setAutomine(false)
    const pending = await sendElsewhere()
    await expect(send('a')).rejects.toMatchObject({ refusal: { name: 'BusyElsewhere' } })
    expect([sending.get().isBusyElsewhere, newest().busyCount]).toEqual([true, 1])
    await answered()
    expect(sending.get().isBusyElsewhere).toBe(true)

    await pending.mineWithout()
    board.refresh()
    await vi.waitFor(() => expect(newest().busyCount).toBe(2))
    await answered()
    expect(sending.get().isBusyElsewhere).toBe(true)

    await client.mine({ blocks: 1 })
    board.refresh()
    await vi.waitFor(() => expect(sending.get().isBusyElsewhere).toBe(false))
    expect(newest().busyCount).toBe(3)
    await readBlock(board)
    expect(newest().busyCount).toBe(3)
  })

  test('is over once a command is sent', async () => {
    const opened = await openReady()
    const { sending, send, answered } = opened
    await client.setAutomine(false)
    await sendElsewhere()
    await expect(send('a')).rejects.toMatchObject({ refusal: { name: 'BusyElsewhere' } })
    await answered()
    await client.mine({ blocks: 1 })
    expect(sending.get().isBusyElsewhere).toBe(true)
    await send('b')
    expect(sending.get().isBusyElsewhere).toBe(false)
  })
})

/** A transaction of the same account that waits. `mineWithout`: a block that has no room for it. */
async function sendElsewhere() {
  const gwei = 1_000_000_000n
  const nonce = await getTransactionCount(client, { address: ana.address })
  const serializedTransaction = await ana.signTransaction({
    type: 'eip1559',
    chainId: 31337,
    to: ana.address,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 50n * gwei,
    maxPriorityFeePerGas: 20n * gwei,
  })
  await sendRawTransaction(client, { serializedTransaction })
  return {
    mineWithout: async () => {
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 60n * gwei })
      await client.mine({ blocks: 1 })
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei })
    },
  }
}

describe('an outcome', () => {
  test('is told once, and not of what had ended before', async () => {
    const opened = await openReady()
    const { board, told, newest, send } = opened
    newest().report([entryOf({ kind: 'annul' }, { at: 'done', outcome: { kind: 'confirmed' }, hash: '0x', block: 1n })])
    await send('a')
    expect(told).toEqual([])
    await opened.poll(() => stageOf(opened, 'a') === 'done')
    await readBlock(board)
    newest().report([...board.outbox.get()])
    expect(told).toEqual(['createOffer confirmed'])
  })

  test('is not told of a command that a component follows, but of one that it followed no longer', async () => {
    const opened = await openReady()
    const { sending, told, send } = opened
    sending.follow('a')
    await send('a')
    await opened.poll(() => stageOf(opened, 'a') === 'done')
    expect(told).toEqual([])

    const leave = sending.follow('b')
    await send('b')
    leave()
    await opened.poll(() => stageOf(opened, 'b') === 'done')
    expect(told).toEqual(['createOffer confirmed'])
  })

  test('that a reorganisation undid is told as under way again, followed or not, and its second end as the first', {
    tags: 'long',
  }, async () => {
    const opened = await openReady()
    const { sending, told, send } = opened
    const leave = sending.follow('a')
    const fork = await client.markFork()
    await send('a')
    await opened.poll(() => stageOf(opened, 'a') === 'done')
    await client.setAutomine(false)
    await fork.reorganise()
    await expect(send('b')).rejects.toMatchObject({ refusal: { name: 'Busy' } })
    expect(told).toEqual(['createOffer again'])
    leave()
    await client.mine({ blocks: 1 })
    await opened.poll(() => stageOf(opened, 'a') === 'done')
    expect(told).toEqual(['createOffer again', 'createOffer confirmed'])
  })
})
