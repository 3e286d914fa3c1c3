// Clicks, blocks, faults, lies, tabs and clocks in random order. `npm run verify` runs many more than `npm test`.
import fc from 'fast-check'
import { decodeFunctionData, type Hex, type LocalAccount, numberToHex, parseEther, parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBlock, getContractEvents, getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { type Chain, startChain } from '../../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../../devchain/testClient.ts'
import { type Fault, type Node, startNode } from '../../../e2e/support/node.ts'
import { networks } from '../../chains.ts'
import type { Command } from '../../commands/command.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'
import { decodeEntries } from '../outbox/decodeEntries.ts'
import { type Entry, lastOf } from '../outbox/outbox.ts'
import type { Purpose, Sender } from './createSender.ts'
import { behind, forgeReceipt } from './lies.testing.ts'
import { createLock, type Lock, type MemoryOutbox, memoryOutbox } from './tabs.testing.ts'

const RUNS = Number(process.env.OUTBOX_RUNS ?? 15)
const HOUR = 3_600
/** Twice what settles a transaction. */
const DEEPEST = 2 * networks.sepolia.confirmations
/** Until nothing waits, once the network is honest: each operation may need a yes, a gap filled and three blocks. */
const MOST_ROUNDS = 60
/** Missing nonces that are filled one by one. In a larger gap the operation is cancelled. */
const MOST_FILLED = 5
/** Fate of a transaction on its way to the nodes: it arrives, it gets lost, or the answer does. */
type Line = 'open' | 'cut' | 'deaf'

/** Lies of a node. A number is added to how many transactions of the account are mined. */
type Lie = 'none' | 'pending' | 'forged' | 'reverted' | 'hidden' | 'unknown' | 'behind' | -1 | -7 | 1 | 3 | 1_000

type Step =
  | { at: 'publish' | 'transfer' | 'settle' | 'restart'; tab: 0 | 1 }
  | { at: 'replace'; tab: 0 | 1; purpose: Purpose }
  | { at: 'line'; line: Line }
  | { at: 'lie'; node: 0 | 1; lie: Lie }
  | { at: 'block' | 'drop' }
  | { at: 'reorg'; depth: number }
  | { at: 'wait'; hours: number }

const tab = fc.constantFrom<0 | 1>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ at: fc.constantFrom('publish' as const, 'transfer' as const), tab }) },
  { weight: 5, arbitrary: fc.record({ at: fc.constant('settle' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constant('restart' as const), tab }) },
  {
    weight: 2,
    arbitrary: fc.record({ at: fc.constant('replace' as const), tab, purpose: fc.constantFrom<Purpose>('do', 'annul') }),
  },
  { weight: 3, arbitrary: fc.record({ at: fc.constant('line' as const), line: fc.constantFrom<Line>('open', 'cut', 'deaf') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      at: fc.constant('lie' as const),
      node: tab,
      lie: fc.constantFrom<Lie>('none', 'pending', 'forged', 'reverted', 'hidden', 'unknown', 'behind', -1, -7, 1, 3, 1_000),
    }),
  },
  { weight: 5, arbitrary: fc.constant({ at: 'block' as const }) },
  { weight: 1, arbitrary: fc.constant({ at: 'drop' as const }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: DEEPEST }) }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 500 }) }) },
)

let chain: Chain
let nodes: [Node, Node]
let client: TestClient
/** As every world begins: the engine copies all that was ever set on a chain into each of its snapshots. */
let beginning: Hex
/** With one node, and with both. */
let senders: typeof import('./createSender.ts').createSender[]

beforeAll(async () => {
  nodes = [await startNode(), await startNode()]
  const [first, second] = nodes
  senders = [await load(first.url), await load(`${first.url},${second.url}`)]
  // As on Sepolia, where three blocks count as certain and less may be reorganised.
  chain = await startChain({ chainId: networks.sepolia.id })
  client = createChainClient(chain.transport)
  for (const node of nodes) node.standBefore(async () => chain)
  await client.setAutomine(false)
  beginning = await client.snapshot()
  vi.useFakeTimers({ toFake: ['Date'] })
}, 30_000)

afterAll(async () => {
  vi.useRealTimers()
  for (const node of nodes) await node.stop()
  await chain.stop()
})

test.each([
  ['the only node', 1, 1],
  ['one of two nodes', 2, 1],
  ['one of two nodes, or both,', 2, 2],
])(
  'in any order of events, and whatever %s says, one intent is mined at most once, is never lost, never resumed without a yes, and nothing waits for ever',
  async (_, count, liars) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const world = await newWorld(count, liars)
        for (const next of steps) await world.take(next)
        await world.finish()
      }),
      { numRuns: Math.ceil(RUNS / 3), endOnFailure: true },
    )
  },
)

/** The app as a page with these nodes loads it. */
async function load(urls: string) {
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', urls)
  // Nodes that differ are asked again without a pause.
  Object.assign((await import('../../chains.ts')).networks.sepolia, { settlePollMs: 1 })
  return (await import('./createSender.ts')).createSender
}

/** One account with two tabs on one device. Each intent moves as many millionths as its number, by which it is recognised. */
async function newWorld(count: number, liars: number) {
  const account = privateKeyToAccount(generatePrivateKey())
  const { loanBook, dollar } = deployment()
  await client.dropTransactions()
  await client.revert({ id: beginning })
  beginning = await client.snapshot()
  await client.setBalance({ address: account.address, value: parseEther('1') })
  await client.setTokens(dollar, account.address, 10n ** 12n)
  await client.mine({ blocks: 1 })
  vi.setSystemTime((await now()) * 1000)
  const since = (await getBlock(client)).number

  const [store, lock] = [memoryOutbox(), createLock()]
  const openTab = () => openTabOf(account, count, store, lock)
  const tabs: [Tab, Tab] = [openTab(), openTab()]
  /** When the person last said yes, in the chain's seconds, by intent. */
  const consents = new Map<string, number>()
  /** Intents whose `send` resolved: signed, and stored. */
  const kept = new Set<string>()
  let marks: Awaited<ReturnType<TestClient['markFork']>>[] = []
  let line: Line = 'open'
  let serial = 0
  /** Where one of them is honest and always answers, and the chain is not reorganised, what is told of an end is true. */
  const isAllTrue = liars < count

  /** An annulment only ends things, and an empty transaction only fills a gap. Everything else needs a yes of the last hour. */
  const expectConsent = async (bytes: Hex) => {
    const { data } = parseTransaction(bytes as `0x02${string}`)
    if (!data) return
    const intent = String(amountIn(data))
    const given = consents.get(intent)
    if (given === undefined || (await now()) - given > HOUR) violations.push(`intent ${intent} was sent without a yes`)
  }
  const violations: string[] = []

  const send: Fault = async ({ id, params: [bytes], ask, answer, hangUp }) => {
    await expectConsent(bytes as Hex)
    // A node that hangs up is not asked for its opinion for a while.
    const fail = () =>
      isAllTrue ? answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no' } })) : hangUp()
    if (line === 'cut') return fail()
    const said = await ask()
    if (line === 'deaf') fail()
    else answer(said)
  }

  const tell = async (node: Node, lie: Lie) => {
    const fault = await faultOf(lie)
    node.breakWith((call) => (call.method === 'eth_sendRawTransaction' ? send : fault)(call))
  }
  const heal = async () => {
    line = 'open'
    for (const node of nodes) await tell(node, 'none')
  }
  await heal()

  const mine = async () => {
    marks = [...marks, await client.markFork()].slice(-DEEPEST)
    await client.mine({ blocks: 1 })
    vi.setSystemTime((await now()) * 1000)
  }

  /** The entries as they are stored. */
  const stored = async () => {
    await tabs[0].sender.settleAll().catch(() => {})
    return tabs[0].entries()
  }

  /** Returns why it was refused, if it was. */
  const click = async (tab: Tab, commandOf: (amount: bigint) => Command): Promise<string | undefined> => {
    const intent = String(++serial)
    consents.set(intent, await now())
    try {
      await tab.sender.send(intent, commandOf(BigInt(intent)), undefined)
      kept.add(intent)
    } catch (error) {
      consents.delete(intent)
      return `${error} ${error instanceof Error ? error.cause : ''}`
    }
    // Whoever repeats what did not seem to work would do it twice.
    const waiting = decodeEntries(store.text).filter((entry) => isBlocking(entry) && entry.intent !== intent)
    if (waiting.length > 0) violations.push(`intent ${intent} was signed while ${waiting.map((entry) => entry.intent)} waited`)
    return undefined
  }

  const replace = async (tab: Tab, { intent }: Entry, purpose: Purpose) => {
    const before = consents.get(intent)
    consents.set(intent, await now())
    await tab.sender.replace(intent, purpose, undefined).catch(() => {
      if (before !== undefined) consents.set(intent, before)
    })
  }

  const take = async (next: Step): Promise<void> => {
    await perform(next)
    if (isAllTrue) await checkEnds(next)
  }

  const perform = async (next: Step): Promise<void> => {
    switch (next.at) {
      case 'publish':
        return void (await click(tabs[next.tab], publish))
      case 'transfer':
        return void (await click(tabs[next.tab], transfer))
      case 'replace': {
        const waiting = tabs[next.tab].entries().find(({ stage }) => stage.at === 'kept' || stage.at === 'sent')
        return waiting && replace(tabs[next.tab], waiting, next.purpose)
      }
      case 'settle':
        return tabs[next.tab].sender.settleAll().catch(() => {})
      case 'restart':
        tabs[next.tab] = openTab()
        return
      case 'line':
        line = next.line
        return
      case 'lie':
        if (isAllTrue) await tell(nodes[next.node === 0 ? 1 : 0], 'none')
        return tell(nodes[next.node], next.lie)
      case 'block':
        return mine()
      case 'drop':
        return client.dropTransactions()
      case 'reorg': {
        const mark = marks.at(-next.depth)
        if (isAllTrue) return
        marks = []
        await mark?.reorganise()
        return
      }
      case 'wait':
        await client.increaseTime({ seconds: next.hours * HOUR })
        return mine()
    }
  }

  /** As the contracts' events tell. */
  const minedIntents = async (): Promise<string[]> => {
    const of = { fromBlock: since } as const
    const offers = await getContractEvents(client, {
      ...of,
      address: loanBook,
      abi: loanBookAbi,
      eventName: 'OfferCreated',
      args: { lender: account.address },
    })
    const transfers = await getContractEvents(client, {
      ...of,
      address: dollar,
      abi: testDollarAbi,
      eventName: 'Transfer',
      args: { from: account.address, to: people.eva.address },
    })
    return [...offers.map(({ args }) => String(args.principal)), ...transfers.map(({ args }) => String(args.amount))]
  }

  const checkEnds = async (next: Step) => {
    const mined = await minedIntents()
    for (const { intent, stage, command } of store.text ? decodeEntries(store.text) : []) {
      if (command.kind === 'annul' || stage.at !== 'done') continue
      const { kind } = stage.outcome
      if ((kind === 'confirmed') !== mined.includes(intent)) violations.push(`${next.at}: ${intent} is not ${kind}`)
    }
  }

  /** Answers what the page asks of the person, with the button that it shows. */
  const answer = async (entry: Entry) => {
    const problem = isUnmined(entry) && 'problem' in entry.stage ? entry.stage.problem?.name : undefined
    const missing = entry.nonce - (await getTransactionCount(client, account))
    if (problem === 'NonceGap' && missing > MOST_FILLED) return replace(tabs[0], entry, 'annul')
    if (problem === 'NonceGap') return tabs[0].sender.send(`fill ${++serial}`, { kind: 'annul' }, undefined).catch(() => {})
    if (problem) return replace(tabs[0], entry, 'do')
  }

  const untilNothingWaits = async () => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const count = await getTransactionCount(client, account)
      const isBehindGap = (entry: Entry) => isUnmined(entry) && !isBlocking(entry) && entry.nonce > count
      const waiting = (await stored()).filter((entry) => entry.stage.at !== 'done' && !isBehindGap(entry))
      if (waiting.length === 0) return
      for (const entry of waiting) {
        await answer(entry)
        expect(entry.command.kind === 'annul' || kept.has(entry.intent), `intent ${entry.intent}`).toBe(true)
      }
      await mine()
    }
    expect((await stored()).map(({ stage }) => stage)).toEqual('something waits')
  }

  /** The network heals, and every question gets a yes: then everything ends, nothing happened twice, and more can be sent. */
  const finish = async () => {
    await heal()
    // As when the wallet is opened again.
    tabs[0] = openTab()
    await untilNothingWaits()
    expect(await click(tabs[0], transfer), 'nothing is wedged').toBeUndefined()
    await untilNothingWaits()

    expect(violations).toEqual([])
    const mined = await minedIntents()
    expect(new Set(mined).size, 'mined once').toBe(mined.length)
    const ended = new Map((await stored()).map((entry) => [entry.intent, entry]))
    for (const intent of kept) {
      const entry = ended.get(intent)
      // The outbox forgets the oldest of those that ended, and drops the bytes of others.
      if ((!entry || entry.transactions.length === 0) && kept.size > 9) continue
      if (!entry || isBlocking(entry)) expect(entry?.stage, `intent ${intent}`).toMatchObject({ at: 'done' })
      // Nobody else uses this account: no other transaction can take its nonce.
      expect(entry?.stage, `intent ${intent}`).not.toMatchObject({ outcome: { kind: 'replaced' } })
      const isConfirmed = entry?.stage.at === 'done' && entry.stage.outcome.kind === 'confirmed'
      expect(mined.includes(intent), `intent ${intent} ${isConfirmed ? 'is' : 'is not'} confirmed`).toBe(isConfirmed)
    }
    for (const intent of mined) expect(kept).toContain(intent)
  }

  return { take, finish }
}

/** How a node answers while it tells a lie. */
async function faultOf(lie: Lie): Promise<Fault> {
  const honest: Fault = async ({ ask, answer }) => answer(await ask())
  const only =
    (fault: Fault, method: string): Fault =>
    (call) =>
      (call.method === method ? fault : honest)(call)
  const { number } = await getBlock(client)
  switch (lie) {
    case 'none':
      return honest
    case 'forged':
      return only(await forgeReceipt(client), 'eth_getTransactionReceipt')
    case 'reverted':
      return only(async ({ id, ask, answer }) => {
        const { result } = JSON.parse(await ask())
        answer(JSON.stringify({ jsonrpc: '2.0', id, result: result && { ...result, status: '0x0' } }))
      }, 'eth_getTransactionReceipt')
    case 'unknown':
      return only(({ id, answer }) => answer(`{"jsonrpc":"2.0","id":${id},"result":null}`), 'eth_getTransactionByHash')
    case 'hidden':
      return only(({ id, answer }) => answer(`{"jsonrpc":"2.0","id":${id},"result":null}`), 'eth_getTransactionReceipt')
    case 'behind':
      return behind(number)
    default:
      return only(async ({ id, params, ask, answer }) => {
        const said = JSON.parse(await ask())
        const added = lie === 'pending' ? Number(params[1] === 'pending') : lie
        answer(JSON.stringify({ jsonrpc: '2.0', id, result: numberToHex(Math.max(0, Number(said.result) + added)) }))
      }, 'eth_getTransactionCount')
  }
}

type Tab = { sender: Sender; entries: () => readonly Entry[] }

function openTabOf(account: LocalAccount, count: number, store: MemoryOutbox, lock: Lock): Tab {
  let entries: readonly Entry[] = []
  const create = senders[count - 1]
  if (!create) throw new Error(`There is no app with ${count} nodes`)
  const sender = create({
    signer: {
      address: account.address,
      signTransaction: (transaction) => account.signTransaction(transaction),
      signTypedData: (typedData) => account.signTypedData(typedData),
    },
    deployment: { book: deployment().loanBook, chainId: networks.sepolia.id },
    openStore: async () => store,
    exclusively: lock,
    onChange: (changed) => {
      entries = changed
    },
  })
  return { sender, entries: () => entries }
}

function publish(principal: bigint): Command {
  const offer = { principal, apr: 1000, duration: 86_400, instalments: 1, openDays: 0, note: '', borrower: undefined }
  return { kind: 'createOffer', offer }
}

function transfer(amount: bigint): Command {
  return { kind: 'sendDollars', to: people.eva.address, amount }
}

/** Of an offer or a transfer. */
function amountIn(data: Hex): bigint {
  const { functionName, args } = decodeFunctionData({ abi: [...loanBookAbi, ...testDollarAbi], data })
  if (functionName === 'multicall') return amountIn(args[0].at(-1) ?? '0x')
  const second = args?.[1]
  if (typeof second === 'bigint') return second
  if (typeof second !== 'object' || !('principal' in second)) throw new Error('This is neither an offer nor a transfer')
  return second.principal
}

/** A cancellation behind a nonce gap holds nothing up, and waits until the account gets there. */
function isBlocking(entry: Entry): boolean {
  return isUnmined(entry) && lastOf(entry).purpose === 'do'
}

function isUnmined({ stage }: Entry): boolean {
  return stage.at === 'kept' || stage.at === 'sent' || stage.at === 'displaced'
}

async function now(): Promise<number> {
  return Number((await getBlock(client)).timestamp)
}

function deployment() {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment
}
