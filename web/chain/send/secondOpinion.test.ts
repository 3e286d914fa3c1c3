import { type Address, type Hex, isAddressEqual, numberToHex } from 'viem'
import { getBlockNumber, getTransactionCount, readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { people } from '../../../devchain/people.ts'
import type { Chain } from '../../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../../devchain/testClient.ts'
import { type Fault, faults, type Node, startNode, swallow } from '../../../e2e/support/node.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import type { Command } from '../../commands/command.ts'
import { type ActiveLoan, type Item, isOffer, type Offer } from '../../loans/loan.ts'
import { loanBookAbi, loanLensAddress } from '../abi.ts'
import { takeChain } from '../chains.testing.ts'
import type { Entry } from '../outbox/outbox.ts'
import { decodeLoan, EMPTY_RAW_RECORD } from '../read/decodeLoan.ts'
import type { Sender } from './createSender.ts'
import { behind, forgeReceipt, forgeState } from './lies.testing.ts'
import { createLock, memoryOutbox } from './tabs.testing.ts'

const luis = people.luis.address
let chain: Chain
let first: Node
let second: Node
let sender: Sender
/** The first offer, as it is. */
let offer: Offer
let signed: Hex[]
let entries: readonly Entry[]
let client: TestClient

beforeAll(async () => {
  ;[first, second] = [await startNode(), await startNode()]
})

afterAll(async () => {
  await first.stop()
  await second.stop()
})

beforeEach(async () => {
  chain = await takeChain()
  for (const node of [first, second]) node.standBefore(async () => chain)
  client = createChainClient(chain.transport)
  offer = await offerOf(1n)
  const { loanBook: book, chainId } = chain.deployment ?? fail()
  signed = []
  entries = []
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', `${first.url},${second.url}`)
  const { createSender } = await import('./createSender.ts')
  const store = memoryOutbox()
  sender = createSender({
    signer: {
      address: people.luis.address,
      signTransaction: async (transaction) => {
        const bytes = await people.luis.signTransaction(transaction)
        signed.push(bytes)
        return bytes
      },
      signTypedData: (typedData) => people.luis.signTypedData(typedData),
    },
    deployment: { book, chainId },
    openStore: async () => store,
    exclusively: createLock(),
    onChange: (changed) => {
      entries = changed
    },
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await first.heal()
  await second.heal()
})

test('a node that lies about the terms, and says that all is well, gets nothing signed', async () => {
  first.breakWith(lieAbout({ apr: 100n }), 'eth_call', 'eth_estimateGas')
  const shown = { ...offer, apr: 100 }
  await expect(sender.quote({ kind: 'acceptOffer', offer: shown })).resolves.toMatchObject({ fee: expect.any(BigInt) })
  await expect(sender.send('a', { kind: 'acceptOffer', offer: shown }, undefined)).rejects.toMatchObject({
    refusal: { name: 'NodesDisagree' },
  })
  expect(signed).toHaveLength(0)
})

test('nor does one that lies about the person', async () => {
  first.breakWith(lieAbout({ lender: people.eva.address }), 'eth_call', 'eth_estimateGas')
  const shown = { ...offer, lender: people.eva.address }
  await expect(sender.send('a', { kind: 'acceptOffer', offer: shown }, undefined)).rejects.toMatchObject({
    refusal: { name: 'NodesDisagree' },
  })
  expect(signed).toHaveLength(0)
})

test.each([
  ['recordPayment', (loan: ActiveLoan): Command => ({ kind: 'recordPayment', loan, amount: 1_000_000n, paidAt: loan.startedAt })],
  ['extend', (loan: ActiveLoan): Command => ({ kind: 'extend', loan, extraTime: 86_400 })],
  ['forgive', (loan: ActiveLoan): Command => ({ kind: 'forgive', loan })],
])('nor does one that lies about who owes it: %s', async (_, about) => {
  const id = await publish({ chain }, people.luis, {})
  await take({ chain }, people.ana, id)
  const loan = await activeLoanOf(id)
  first.breakWith(lieAbout({ borrower: people.eva.address }), 'eth_call', 'eth_estimateGas')
  await expect(sender.send('a', about({ ...loan, borrower: people.eva.address }), undefined)).rejects.toMatchObject({
    refusal: { name: 'NodesDisagree' },
  })
  expect(signed).toHaveLength(0)
  await first.heal()
  await sender.send('a', about(loan), undefined)
  expect(signed).toHaveLength(1)
})

test('nor does one that lies about whose debt is paid', async () => {
  const id = await publish({ chain }, people.ana, {})
  await take({ chain }, people.eva, id)
  const loan = await activeLoanOf(id)
  await client.setTokens((chain.deployment ?? fail()).dollar, luis, 5_000_000n)
  first.breakWith(lieAbout({ borrower: luis }), 'eth_call', 'eth_estimateGas')
  const repay = { kind: 'repay', loan: { ...loan, borrower: luis }, amount: 1_000_000n } as const
  await expect(sender.send('a', repay, undefined)).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
  expect(signed).toHaveLength(0)
})

test('nor is a debt paid that a node shows as mine and is somebody else’s, though all agree on it', async () => {
  const id = await publish({ chain }, people.ana, {})
  await take({ chain }, people.eva, id)
  await client.setTokens((chain.deployment ?? fail()).dollar, luis, 5_000_000n)
  const repay = { kind: 'repay', loan: await activeLoanOf(id), amount: 1_000_000n } as const
  await expect(sender.quote(repay)).rejects.toMatchObject({ refusal: { name: 'NotYourDebt' } })
  await expect(sender.send('a', repay, undefined)).rejects.toMatchObject({ refusal: { name: 'NotYourDebt' } })
  expect(signed).toHaveLength(0)
})

test('nor does one that lies about which token the dollars are', async () => {
  const { dollar } = chain.deployment ?? fail()
  await client.setTokens(dollar, luis, 5_000_000n)
  const sending = { kind: 'sendDollars', to: people.eva.address, amount: 1_000_000n } as const
  first.breakWith(forgeState({ token: people.eva.address }), 'eth_call', 'eth_estimateGas')
  await expect(sender.send('a', sending, undefined)).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
  expect(signed).toHaveLength(0)
  await first.heal()
  await sender.send('a', sending, undefined)
  expect(signed).toHaveLength(1)
})

test('a second node that does not answer holds nothing up', async () => {
  second.breakWith(faults.hangUp)
  await sender.send('a', { kind: 'acceptOffer', offer }, undefined)
  expect(signed).toHaveLength(1)
})

test('the second opinion costs one request, of the loan and of the dollar', async () => {
  let asked = 0
  second.breakWith(async ({ params: [call], ask, answer }) => {
    if (isAddressEqual((call as { to: Address }).to, loanLensAddress)) asked++
    answer(await ask())
  }, 'eth_call')
  await sender.send('a', { kind: 'acceptOffer', offer }, undefined)
  expect(asked).toBe(1)
  await sender.settleAll()
  const { principal, apr, duration, instalments, note } = offer
  const published = { principal, apr, duration, instalments, note, borrower: undefined, openDays: 0 }
  await sender.send('b', { kind: 'createOffer', offer: published }, undefined)
  expect(asked).toBe(2)
})

test('a second node that lags beyond a quarter of an hour has no opinion', async () => {
  const before = await getBlockNumber(client)
  await sender.send('a', { kind: 'acceptOffer', offer }, undefined)
  await sender.settleAll()
  await client.increaseTime({ seconds: 960 })
  await client.mine({ blocks: 1 })
  second.breakWith(behind(before))
  const loan = { ...offer, status: 'active', borrower: luis, startedAt: 1, dueAt: 2, repaid: 0n, noted: 0n } as const
  const repay = { kind: 'repay', loan, amount: 1_000_000n } as const
  await sender.send('b', repay, undefined)
  expect(signed).toHaveLength(2)
})

test('a node that takes a transaction and drops it does not keep it from the other', async () => {
  first.breakWith(swallow, 'eth_sendRawTransaction')
  await sender.send('a', { kind: 'acceptOffer', offer }, undefined)
  await sender.settleAll()
  expect(stageOf('a')).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
})

test('a receipt that another node does not have is not the end', async () => {
  for (const node of [first, second]) node.breakWith(swallow, 'eth_sendRawTransaction')
  await sender.send('a', { kind: 'acceptOffer', offer }, undefined)
  first.breakWith(await forgeReceipt(client), 'eth_getTransactionReceipt')
  await client.mine({ blocks: 3 })
  await sender.settleAll()
  expect(stageOf('a')).toMatchObject({ at: 'mined' })
})

test('a pending transaction that only one node claims does not hold up everything', async () => {
  const count = await getTransactionCount(client, { address: luis })
  first.breakWith(async ({ id, params, ask, answer }) => {
    if (params[1] !== 'pending') return answer(await ask())
    answer(JSON.stringify({ jsonrpc: '2.0', id, result: numberToHex(count + 1) }))
  }, 'eth_getTransactionCount')
  await sender.send('a', { kind: 'acceptOffer', offer }, undefined)
  expect(signed).toHaveLength(1)
})

async function itemOf(id: bigint): Promise<Item> {
  const { loanBook: book } = chain.deployment ?? fail()
  const [loan, comment] = await readContract(client, { address: book, abi: loanBookAbi, functionName: 'detailsOf', args: [id] })
  return decodeLoan({ id, loan, comment, record: EMPTY_RAW_RECORD })
}

async function offerOf(id: bigint): Promise<Offer> {
  const item = await itemOf(id)
  return isOffer(item) ? item.loan : fail()
}

async function activeLoanOf(id: bigint): Promise<ActiveLoan> {
  const { loan } = await itemOf(id)
  return loan.status === 'active' ? loan : fail()
}

function stageOf(intent: string) {
  return entries.find((entry) => entry.intent === intent)?.stage
}

function lieAbout(lie: { apr?: bigint; lender?: Address; borrower?: Address }): Fault {
  return forgeState(({ loan }) => ({ loan: { ...loan, ...lie } }))
}

function fail(): never {
  throw new Error('The chain has no contracts, or no offer')
}
