// A chain, a node before it and people who send commands through it. Shared by tests; not part of the app.
import { encodeFunctionData, getAddress, type Hex, type LocalAccount } from 'viem'
import { getBlock, getTransactionCount, readContract, sendRawTransaction } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { compile } from '../../../contracts/compile.ts'
import { bookOf, CREATE2_FACTORY } from '../../../devchain/deploy.ts'
import type { Hardfork } from '../../../devchain/engine.ts'
import { people } from '../../../devchain/people.ts'
import type { Chain } from '../../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../../devchain/testClient.ts'
import { createTransactionSender as createDevSender } from '../../../devchain/transactionSender.ts'
import { type Node, startNode } from '../../../e2e/support/node.ts'
import type { Command } from '../../commands/command.ts'
import { DOLLAR, type Loan, type Offer } from '../../loans/loan.ts'
import type { Wei } from '../../loans/units.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'
import { takeChain } from '../chains.testing.ts'
import type { Store } from '../outbox/createOutbox.ts'
import type { Entry } from '../outbox/outbox.ts'
import { decodeLoan, EMPTY_RAW_RECORD } from '../read/decodeLoan.ts'
import type { Purpose } from './createSender.ts'
import { createLock, type Lock, type MemoryOutbox, memoryOutbox } from './tabs.testing.ts'

export const { ana, luis, eva } = people

/** Behind the node; each test begins with one as if it were new. */
let chain: Chain
export let node: Node
/** The second one that is configured, where the tests of a file ask for two. Behind it is the same chain. */
export let other: Node
let nodes: Node[]
export let client: TestClient
let createSender: typeof import('./createSender.ts').createSender

/** Registers what the tests of a file need. */
export function withSenders({ count = 1 } = {}): void {
  beforeAll(async () => {
    nodes = await Promise.all(Array.from({ length: count }, startNode))
    const [first, second] = nodes
    if (!first) throw new Error('No node')
    node = first
    if (second) other = second
    // Other files of this process may have loaded the app with other nodes.
    await reload()
  })

  afterAll(() => Promise.all(nodes.map((one) => one.stop())))

  beforeEach(async () => {
    await standBefore({ chainId: 31337 })
    // A node that failed in the test before would still rest.
    if (count > 1) await reload()
  })

  afterEach(() => Promise.all(nodes.map((one) => one.heal())))
}

/** Loads the app anew, as a page does. */
export async function reload(): Promise<void> {
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', nodes.map(({ url }) => url).join())
  ;({ createSender } = await import('./createSender.ts'))
  // Nodes that differ are asked again without a pause.
  const { networks } = await import('../../chains.ts')
  for (const network of Object.values(networks)) Object.assign(network, { settlePollMs: 20 })
}

type Tab = { store: MemoryOutbox; names: string[]; lock: Lock }

/** A tab of somebody's browser; another one where there was one before. `contract`: the one that the app has. */
export function open(account: LocalAccount, before?: Tab, storeFor?: (name: string) => Store, contract = book()) {
  const signed: Hex[] = []
  const permits: Hex[] = []
  const names: string[] = []
  let entries: readonly Entry[] = []
  const store = before?.store ?? memoryOutbox()
  const lock = before?.lock ?? createLock()
  const real = createSender({
    signer: {
      address: account.address,
      signTransaction: async (transaction) => {
        const bytes = await account.signTransaction(transaction)
        signed.push(bytes)
        return bytes
      },
      signTypedData: async (typedData) => {
        const signature = await account.signTypedData(typedData)
        permits.push(signature)
        return signature
      },
    },
    deployment: { book: contract, chainId: chainId() },
    openStore: async (name) => {
      names.push(name)
      return storeFor?.(name) ?? store
    },
    exclusively: lock,
    onChange: (changed) => {
      entries = changed
    },
  })
  const sender = {
    ...real,
    quote: async (command: Command) => {
      const quoted = await real.quote(command)
      if (!quoted) throw new Error(`The node does not measure ${command.kind}`)
      return quoted.fee
    },
    quoteSample: async (command: Command) => (await real.quoteSample(command))?.fee,
    quoteReplacement: async (intent: string, purpose: Purpose) => (await real.quoteReplacement(intent, purpose)).fee,
    send: (intent: string, command: Command, agreed?: Wei) => real.send(intent, command, agreed),
    replace: (intent: string, purpose: Purpose, agreed?: Wei) => real.replace(intent, purpose, agreed),
  }
  const entry = (intent: string): Entry => {
    const found = entries.find((one) => one.intent === intent)
    if (!found) throw new Error(`There is no entry ${intent}`)
    return found
  }
  const done = async (command: Command) => {
    const intent = crypto.randomUUID()
    await sender.send(intent, command)
    await sender.settleAll()
    expect(entry(intent).stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  }
  return { sender, store, names, lock, signed, permits, entry, done, entries: () => entries }
}

export function publish(dollars: number, borrower?: LocalAccount, note = 'Para la moto'): Command {
  const offer = {
    principal: BigInt(dollars) * DOLLAR,
    apr: 1250,
    duration: 30 * 86_400,
    instalments: 1,
    openDays: 0,
    note,
    borrower: borrower?.address,
  }
  return { kind: 'createOffer', offer }
}

/** From another wallet with the same key, at a high price. */
export async function sendElsewhere(
  account: LocalAccount,
  call: { nonce: number; to?: `0x${string}`; data?: Hex; maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint },
) {
  const gwei = 1_000_000_000n
  const serializedTransaction = await account.signTransaction({
    type: 'eip1559',
    chainId: chainId(),
    to: account.address,
    gas: 200_000n,
    maxFeePerGas: 50n * gwei,
    maxPriorityFeePerGas: 20n * gwei,
    ...call,
  })
  return sendRawTransaction(client, { serializedTransaction })
}

/** The methods of what the node is asked from now on. */
export function listen(...methods: string[]): string[] {
  const asked: string[] = []
  node.breakWith(
    async ({ method, ask, answer }) => {
      asked.push(method)
      answer(await ask())
    },
    ...methods,
  )
  return asked
}

/** A transaction costs three times as much. The base fee rises by more than that: on a new chain most of the price is the tip. */
export async function raiseBaseFee() {
  const { baseFeePerGas } = await getBlock(client)
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: (baseFeePerGas ?? 0n) * 24n })
  await client.mine({ blocks: 1 })
}

export async function faucet(account: LocalAccount) {
  await client.setTokens(dollar(), account.address, 1_000n * DOLLAR)
}

/** Eva takes it in the same block, and pays more for her place in it. */
export async function loseRace({ id }: Offer) {
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'acceptOffer', args: [id] })
  await sendElsewhere(eva, { nonce: await transactionsOf(eva), to: book(), data })
  await client.mine({ blocks: 1 })
}

export async function publishElsewhere(account: LocalAccount, principal: bigint) {
  const { send } = await createDevSender({ transport: chain.transport, account })
  await client.setTokens(dollar(), account.address, principal)
  await send({
    to: dollar(),
    data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [book(), principal] }),
  })
  const args = [principal, 86_400n, 100n, ''] as const
  await send({ to: book(), data: encodeFunctionData({ abi: loanBookAbi, functionName: 'createOffer', args }) })
}

export async function newest(id?: bigint): Promise<Loan> {
  const of = { address: book(), abi: loanBookAbi } as const
  const wanted = id ?? (await readContract(client, { ...of, functionName: 'nextId' })) - 1n
  const [loan, comment] = await readContract(client, { ...of, functionName: 'detailsOf', args: [wanted] })
  return decodeLoan({
    id: wanted,
    loan,
    comment,
    record: EMPTY_RAW_RECORD,
  }).loan
}

export function dollarsOf({ address }: LocalAccount): Promise<bigint> {
  return readContract(client, { address: dollar(), abi: testDollarAbi, functionName: 'balanceOf', args: [address] })
}

export function transactionsOf({ address }: LocalAccount): Promise<number> {
  return getTransactionCount(client, { address })
}

export function hashOf({ transactions }: Entry) {
  const last = transactions.at(-1)
  if (!last) throw new Error('An entry without a transaction')
  return last.hash
}

export function book() {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment.loanBook
}

export function dollar() {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment.dollar
}

function chainId() {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment.chainId
}

/** Not the dollar of our own book, whose code is known by its address. */
const OTHER_DOLLAR = getAddress(`0x${'d0'.repeat(20)}`)

/** From now on the book is one of another dollar, with this code. */
export async function dealIn({ bytecode }: { bytecode: Hex }): Promise<void> {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  await client.setCode({ address: OTHER_DOLLAR, bytecode })
  const { address, data } = bookOf(await compile(), OTHER_DOLLAR)
  const { send } = await createDevSender({ transport: chain.transport, account: people.deployer })
  await send({ to: CREATE2_FACTORY, data })
  chain = { ...chain, deployment: { ...chain.deployment, dollar: OTHER_DOLLAR, loanBook: address } }
}

/** For transactions without a sender of the app. */
export function world() {
  return { chain }
}

/** From now on the node is one of another chain. */
export async function standBefore(options: { chainId: number; hardfork?: Hardfork }) {
  chain = await takeChain(options)
  client = createChainClient(chain.transport)
  for (const one of nodes) one.standBefore(async () => chain)
}
