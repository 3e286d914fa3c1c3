// Clicks, blocks, faults, tabs and clocks in random order. `npm run verify` runs many more than `npm test`.
import fc from 'fast-check'
import { decodeFunctionData, type Hex, type LocalAccount, parseEther, parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBlock, getContractEvents } from 'viem/actions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Chain, startChain } from '../../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../../devchain/testClient.ts'
import { type Node, startNode } from '../../../e2e/support/node.ts'
import { networks } from '../../chains.ts'
import { loanBookAbi } from '../abi.ts'
import type { Purpose, Sender } from './createSender.ts'
import type { Entry } from './outbox.ts'
import { createLock, memoryStore, PLENTY } from './testing.ts'

const RUNS = Number(process.env.OUTBOX_RUNS ?? 50)
const HOUR = 3_600
/** Fate of a transaction on its way to the node: it arrives, it gets lost, or the answer does. */
type Line = 'open' | 'cut' | 'deaf'

type Step =
  | { at: 'click' | 'settle' | 'restart'; tab: 0 | 1 }
  | { at: 'replace'; tab: 0 | 1; purpose: Purpose }
  | { at: 'line'; line: Line }
  | { at: 'block' | 'drop' }
  | { at: 'reorg'; depth: 1 | 2 }
  | { at: 'wait'; hours: number }

const tab = fc.constantFrom<0 | 1>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ at: fc.constant('click' as const), tab }) },
  { weight: 5, arbitrary: fc.record({ at: fc.constant('settle' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constant('restart' as const), tab }) },
  {
    weight: 2,
    arbitrary: fc.record({ at: fc.constant('replace' as const), tab, purpose: fc.constantFrom<Purpose>('do', 'annul') }),
  },
  { weight: 3, arbitrary: fc.record({ at: fc.constant('line' as const), line: fc.constantFrom<Line>('open', 'cut', 'deaf') }) },
  { weight: 4, arbitrary: fc.constant({ at: 'block' as const }) },
  { weight: 1, arbitrary: fc.constant({ at: 'drop' as const }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('reorg' as const), depth: fc.constantFrom<1 | 2>(1, 2) }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 500 }) }) },
)

let chain: Chain
let node: Node
let client: TestClient
let createSender: typeof import('./createSender.ts').createSender

beforeAll(async () => {
  node = await startNode()
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', node.url)
  ;({ createSender } = await import('./createSender.ts'))
  // As on Sepolia, where three blocks count as certain and less may be reorganised.
  chain = await startChain({ chainId: networks.sepolia.id })
  client = createChainClient(chain.transport)
  node.standBefore(async () => chain)
  await client.setAutomine(false)
  vi.useFakeTimers({ toFake: ['Date'] })
}, 30_000)

afterAll(async () => {
  vi.useRealTimers()
  await node.stop()
  await chain.stop()
})

test('in any order of events one intent is mined at most once, is never lost, and is never resumed without a yes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const world = await newWorld()
      for (const next of steps) await world.take(next)
      await world.finish()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

/** One account with two tabs on one device. Each intent lends as many millionths as its number, by which it is recognised. */
async function newWorld() {
  const account = privateKeyToAccount(generatePrivateKey())
  const { loanBook, dollar } = deployment()
  await client.setBalance({ address: account.address, value: parseEther('1') })
  await client.setTokens(dollar, account.address, 10n ** 12n)
  const since = (await getBlock(client)).number

  const [store, lock] = [memoryStore(), createLock()]
  const openTab = () => openTabOf(account, store, lock)
  const tabs: [Tab, Tab] = [openTab(), openTab()]
  /** When the person last said yes, in the chain's seconds, by intent. */
  const consents = new Map<string, number>()
  /** Intents whose `send` resolved: signed, and stored. */
  const kept = new Set<string>()
  let marks: Awaited<ReturnType<TestClient['markFork']>>[] = []
  let line: Line = 'open'
  let clicks = 0

  node.breakWith(async ({ params: [bytes], ask, answer, hangUp }) => {
    await expectConsent(bytes as Hex)
    if (line === 'cut') return hangUp()
    const said = await ask()
    if (line === 'deaf') hangUp()
    else answer(said)
  }, 'eth_sendRawTransaction')

  /** An annulment only ends things. Everything else needs a yes of the last hour. */
  const expectConsent = async (bytes: Hex) => {
    const { data } = parseTransaction(bytes as `0x02${string}`)
    if (!data) return
    const intent = String(principalOf(data))
    const given = consents.get(intent)
    if (given === undefined || (await now()) - given > HOUR) violations.push(`intent ${intent} was sent without a yes`)
  }
  const violations: string[] = []

  const mine = async () => {
    marks = [...marks, await client.markFork()].slice(-2)
    await client.mine({ blocks: 1 })
    vi.setSystemTime((await now()) * 1000)
  }

  /** The entries as they are stored. */
  const stored = async () => {
    await tabs[0].sender.settleAll().catch(() => {})
    return tabs[0].entries()
  }

  const take = async (next: Step): Promise<void> => {
    switch (next.at) {
      case 'click': {
        const intent = String(++clicks)
        consents.set(intent, await now())
        await tabs[next.tab].sender.send(intent, publish(BigInt(clicks)), PLENTY).then(
          () => kept.add(intent),
          () => consents.delete(intent),
        )
        return
      }
      case 'replace': {
        const waiting = tabs[next.tab].entries().find(({ stage }) => stage.at === 'kept' || stage.at === 'sent')
        if (!waiting) return
        const before = consents.get(waiting.intent)
        consents.set(waiting.intent, await now())
        await tabs[next.tab].sender.replace(waiting.intent, next.purpose, PLENTY).catch(() => {
          if (before !== undefined) consents.set(waiting.intent, before)
        })
        return
      }
      case 'settle':
        return tabs[next.tab].sender.settleAll().catch(() => {})
      case 'restart':
        tabs[next.tab] = openTab()
        return
      case 'line':
        line = next.line
        return
      case 'block':
        return mine()
      case 'drop':
        return client.dropTransactions()
      case 'reorg': {
        const mark = marks.at(-next.depth)
        marks = []
        await mark?.reorganise()
        return
      }
      case 'wait':
        await client.increaseTime({ seconds: next.hours * HOUR })
        return mine()
    }
  }

  /** The network heals, and every question gets a yes: then everything ends, and nothing happened twice. */
  const finish = async () => {
    line = 'open'
    for (let round = 0; round < 12; round++) {
      const waiting = (await stored()).filter(({ stage }) => stage.at !== 'done')
      if (waiting.length === 0) break
      for (const { intent, stage } of waiting) {
        const asks = (stage.at === 'kept' || stage.at === 'sent') && stage.problem !== undefined
        if (asks) await take({ at: 'replace', tab: 0, purpose: 'do' })
        expect(kept, `intent ${intent}`).toContain(intent)
      }
      await mine()
    }

    expect(violations).toEqual([])
    const events = await getContractEvents(client, {
      address: loanBook,
      abi: loanBookAbi,
      eventName: 'OfferCreated',
      args: { lender: account.address },
      fromBlock: since,
    })
    const mined = events.map(({ args }) => String(args.principal))
    expect(new Set(mined).size, 'mined once').toBe(mined.length)
    const ended = new Map((await stored()).map(({ intent, stage }) => [intent, stage]))
    for (const intent of kept) {
      const stage = ended.get(intent)
      // The outbox forgets the oldest of those that ended.
      if (!stage && kept.size > 10) continue
      expect(stage, `intent ${intent}`).toMatchObject({ at: 'done' })
      // Nobody else uses this account: no other transaction can take its nonce.
      expect(stage, `intent ${intent}`).not.toMatchObject({ outcome: { kind: 'replaced' } })
      const isConfirmed = stage?.at === 'done' && stage.outcome.kind === 'confirmed'
      expect(mined.includes(intent), `intent ${intent} ${JSON.stringify(stage?.at === 'done' && stage.outcome.kind)}`).toBe(
        isConfirmed,
      )
    }
    for (const intent of mined) expect(kept).toContain(intent)
  }

  return { take, finish }
}

type Tab = { sender: Sender; entries: () => readonly Entry[] }

function openTabOf(account: LocalAccount, store: ReturnType<typeof memoryStore>, lock: ReturnType<typeof createLock>): Tab {
  let entries: readonly Entry[] = []
  const sender = createSender({
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

function publish(principal: bigint) {
  const offer = { principal, apr: 1000, duration: 86_400, instalments: 1, openDays: 0, note: '', borrower: undefined }
  return { kind: 'createOffer', offer } as const
}

function principalOf(data: Hex): bigint {
  const { args } = decodeFunctionData({ abi: loanBookAbi, data })
  const terms = args?.[1]
  if (typeof terms !== 'object' || !('principal' in terms)) throw new Error('This is not an offer')
  return terms.principal
}

async function now(): Promise<number> {
  return Number((await getBlock(client)).timestamp)
}

function deployment() {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment
}
