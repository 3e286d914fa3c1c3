// A chain, a node before it that tests can break, and boards that read it. Shared by tests; not part of the app.
import { environmentManager } from '@tanstack/query-core'
import { encodeFunctionData, type Hash, type Hex, type LocalAccount, numberToHex } from 'viem'
import { getTransactionReceipt, readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { BLOCK_GAS_LIMIT } from '../../devchain/engine.ts'
import type { Chain } from '../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../devchain/testClient.ts'
import { calledIn } from '../../e2e/support/forged.ts'
import { type Node, startNode } from '../../e2e/support/node.ts'
import { deploymentOf, pay, publish, take } from '../../e2e/support/others.ts'
import { loanBookAbi } from '../chain/abi.ts'
import { takeChain } from '../chain/chains.testing.ts'
import type { Entry, Stage } from '../chain/outbox/outbox.ts'
import type { Reader } from '../chain/read/reader.ts'
import { type Command, keyOf } from '../commands/command.ts'
import { DAY, DOLLAR } from '../loans/loan.ts'
import type { Signed } from '../loans/signed.ts'
import type { Contacts } from '../people/contacts.ts'
import { plainNamesOf } from '../people/contacts.ts'
import { createValue, type Source } from '../store.ts'
import { createPreferences } from '../wallet/device/preferences.ts'
import type { Board, BoardView } from './board.ts'
import type { Clock } from './clock.ts'
import { type Filters, NO_FILTERS } from './market/filters.ts'

export let chain: Chain
export let node: Node
export let client: TestClient
let createBoard: typeof import('./board.ts').createBoard
let createReader: typeof import('../chain/read/reader.ts').createReader

const open: (() => void)[] = []
const clocks: ReturnType<typeof createTestClock>[] = []

/** Where other people send their transactions: whichever chain the node stands before. */
export const world = {
  get chain() {
    return chain
  },
}

/** Registers what the tests of a file need: each begins with a chain as if it were new. */
export function withBoards(): void {
  beforeAll(async () => {
    node = await startNode()
  })
  afterAll(() => node.stop())

  beforeEach(async () => {
    // The failover of nodes has a memory of its own: each test begins without one.
    vi.resetModules()
    vi.stubEnv('REACT_APP_ALCHEMY_URL', node.url)
    // Other files of this process may have set one.
    vi.stubEnv('REACT_APP_LENDING_ADDRESS', '')
    ;({ createBoard } = await import('./board.ts'))
    ;({ createReader } = await import('../chain/read/reader.ts'))
    await standBefore(takeChain())
    await waitLongForNodes()
    // On a slow machine a test may take longer than the interval at which events are looked for.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })

  afterEach(async () => {
    for (const stop of open.splice(0)) stop()
    clocks.length = 0
    vi.useRealTimers()
    vi.unstubAllGlobals()
    environmentManager.setIsServer(() => true)
    await node.heal()
  })
}

/** A slow machine may take longer to answer than the app waits, and boards here have no intervals that would ask again. */
async function waitLongForNodes(): Promise<void> {
  const { TIMEOUT_MS } = await import('../chain/node/clients.ts')
  const { setTimeout: after } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => after(run, ms === TIMEOUT_MS ? 20 * TIMEOUT_MS : ms))
}

/** From now on the node is one of this chain. */
export async function standBefore(starting: Chain | Promise<Chain>): Promise<void> {
  chain = await starting
  client = createChainClient(chain.transport)
  node.standBefore(async () => chain)
}

export type OpenBoard = Board & {
  clock: ReturnType<typeof createTestClock>
  contacts: { set: (contacts: Contacts) => void }
  outbox: Source<readonly Entry[]> & { set: (entries: readonly Entry[]) => void }
  signed: { set: (signed: { all: readonly Signed[] }) => void }
  /** The methods of the reader that were called, in order. */
  calls: (keyof Reader)[]
  /** Waits for a view that satisfies the question. */
  until: (question: (view: BoardView) => unknown) => Promise<BoardView>
  /** Stops looking at it. */
  leave: () => void
  /** How often the view changed. */
  changes: () => number
  /** As the preferences are kept on the device. */
  kept: () => string | undefined
}

type Opening = { filters?: Partial<Filters>; link?: string; kept?: string | undefined }

/** Somebody's dashboard, with nothing on the device. */
export function openBoard(account: LocalAccount, { filters, link, kept }: Opening = {}): OpenBoard {
  const clock = createTestClock()
  clocks.push(clock)
  const contacts = createValue<{ contacts: Contacts; plainNames: ReadonlyMap<string, string> }>({
    contacts: new Map(),
    plainNames: new Map(),
  })
  const outbox = createValue<readonly Entry[]>([])
  const signed = createValue<{ all: readonly Signed[] }>({ all: [] })
  const calls: (keyof Reader)[] = []
  const reader = counting(createReader(account.address), calls)
  let text = kept
  const preferences = createPreferences({
    read: () => text,
    write: (next) => {
      text = next
      return true
    },
    remove: () => {
      text = undefined
    },
  })
  const board = createBoard({
    account: account.address,
    reader,
    clock,
    contacts,
    outbox,
    signed,
    preferences,
    filters: { ...NO_FILTERS, ...filters },
    link: { read: () => link, forget: () => {}, subscribe: () => () => {} },
  })
  let changes = 0
  const leave = board.subscribe(() => {
    changes++
  })
  open.push(leave)
  return {
    ...board,
    clock,
    contacts: { set: (next) => contacts.set({ contacts: next, plainNames: plainNamesOf(next) }) },
    outbox,
    signed,
    calls,
    until: (question) => until(board, question),
    leave,
    changes: () => changes,
    kept: () => text,
  }
}

export function idsOf(items: readonly { loan: { id: bigint } }[] | undefined): number[] | undefined {
  return items?.map(({ loan }) => Number(loan.id))
}

/** A loan that was taken; returns its id. */
export async function lend(lender: LocalAccount, borrower: LocalAccount, terms: Parameters<typeof publish>[2]): Promise<bigint> {
  const id = await publish({ chain }, lender, terms)
  await take({ chain }, borrower, id)
  return id
}

/** A loan that was taken and repaid. */
export async function lendAndRepay(lender: LocalAccount, borrower: LocalAccount, principal: bigint): Promise<bigint> {
  const id = await lend(lender, borrower, { principal })
  await pay({ chain }, borrower, id, 2n * principal)
  return id
}

/** Many equal loans of two people, all of them taken in one block, without signing anything. Returns their ids. */
export async function lendMany(lender: LocalAccount, borrower: LocalAccount, count: number, days = 30): Promise<bigint[]> {
  const { dollar, loanBook } = deploymentOf({ chain })
  const principal = 10n * DOLLAR
  await client.setTokens(dollar, lender.address, principal * BigInt(count))
  await client.setAllowance(dollar, lender.address, loanBook, principal * BigInt(count))
  const first = await readContract(client, { address: loanBook, abi: loanBookAbi, functionName: 'nextId' })
  const ids = Array.from({ length: count }, (_, index) => first + BigInt(index))
  const offer = encodeFunctionData({
    abi: loanBookAbi,
    functionName: 'createOffer',
    args: [principal, BigInt(days * DAY), 100n, ''],
  })
  await sendAll(
    lender,
    ids.map(() => offer),
  )
  await sendAll(borrower, ids.map(accepting))
  return ids
}

export function accepting(id: bigint): Hex {
  return encodeFunctionData({ abi: loanBookAbi, functionName: 'acceptOffer', args: [id] })
}

/** Calls of the contract in one block. The chain signs for its own accounts. */
export async function sendAll({ address }: LocalAccount, calls: readonly Hex[]): Promise<void> {
  const { loanBook } = deploymentOf({ chain })
  const gas = 1_500_000n
  await client.setBlockGasLimit({ gasLimit: gas * BigInt(calls.length) })
  await client.setAutomine(false)
  const sent = calls.map((data) =>
    client.request({
      method: 'eth_sendTransaction' as never,
      params: [{ from: address, to: loanBook, gas: numberToHex(gas), data }] as never,
    }),
  )
  const hashes: Hash[] = await Promise.all(sent)
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  await client.setBlockGasLimit({ gasLimit: BLOCK_GAS_LIMIT })
  const last = hashes.at(-1)
  if (last && (await getTransactionReceipt(client, { hash: last })).status === 'reverted') throw new Error('It was rejected.')
}

/**
 * From now on intervals and the clocks of boards go on by `pass`, the intervals of query-core too, which has none on what it
 * takes for a server. Time-outs and the network are real.
 */
export function withIntervals() {
  environmentManager.setIsServer(() => false)
  const asked: string[] = []
  const waiting: string[] = []
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const { method, params } = JSON.parse(String(request[1]?.body))
    const name: string = method === 'eth_call' ? calledIn(params) : method
    asked.push(name)
    waiting.push(name)
    try {
      // To the end of its body, which on a busy machine comes later than the headers.
      const response = await send(...request)
      return new Response(await response.arrayBuffer(), response)
    } finally {
      waiting.splice(waiting.indexOf(name), 1)
    }
  })
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  /** In steps, each after the answers to the one before, but for those that are `held`. Returns what was asked since. */
  const pass = async (seconds: number, held?: string) => {
    for (let passed = 0; passed < seconds * 1_000; passed += STEP_MS) {
      for (const clock of clocks) clock.pass(STEP_MS)
      vi.advanceTimersByTime(STEP_MS)
      do await turn()
      while (waiting.some((name) => name !== held))
      await turn()
    }
    return asked.splice(0)
  }
  return { asked, pass }
}

const STEP_MS = 500

/** Lets time pass on the chain. */
export async function passOnChain(seconds: number): Promise<void> {
  await client.increaseTime({ seconds })
  await client.mine({ blocks: 1 })
}

/** A signed command of this device. */
export function entryOf(command: Command, stage: Stage): Entry {
  return { intent: keyOf(command), command, nonce: 0, transactions: [], stage }
}

export function contactsOf(...named: [LocalAccount, string][]): Contacts {
  return new Map(named.map(([{ address }, name]) => [address.toLowerCase(), { address, name }]))
}

/** Rejects with the last view where the answer stays no. */
async function until(board: Board, question: (view: BoardView) => unknown): Promise<BoardView> {
  if (question(board.get())) return board.get()
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer)
      stop()
      finish()
    }
    const timer = setTimeout(() => end(() => reject(new Error(`Never: ${question}`))), 60_000)
    const stop = board.subscribe(() => {
      if (question(board.get())) end(() => resolve(board.get()))
    })
  })
}

/** A clock that goes on only when it is told to. Intervals are called as often as they are due. */
function createTestClock(): Clock & { pass: (milliseconds: number) => void } {
  let elapsed = 1_000_000
  const timers = new Set<{ every: number; due: number; run: () => void }>()
  return {
    seconds: () => Math.floor(Date.now() / 1000),
    elapsed: () => elapsed,
    every: (every, run) => {
      const timer = { every, due: elapsed + every, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    after: (milliseconds, run) => {
      const once = () => {
        timers.delete(timer)
        run()
      }
      const timer = { every: milliseconds, due: elapsed + milliseconds, run: once }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass: (milliseconds) => {
      elapsed += milliseconds
      for (const timer of [...timers]) {
        if (timer.due > elapsed) continue
        timer.due = elapsed + timer.every
        timer.run()
      }
    },
  }
}

function counting(reader: Reader, calls: (keyof Reader)[]): Reader {
  const counted = Object.entries(reader).map(([name, ask]) => {
    const counting = (...args: never[]) => {
      calls.push(name as keyof Reader)
      return (ask as (...args: never[]) => unknown)(...args)
    }
    return [name, counting]
  })
  return Object.fromEntries(counted) as Reader
}
