import { type Hex, http, keccak256, numberToHex, parseTransaction } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Fault, faults, type Node, says, startNode } from '../e2e/support/node.ts'
import { people } from './people.ts'
import { startChain } from './start.ts'
import { createChainClient, type TestClient } from './testClient.ts'
import { affordableFees, createTransactionSender } from './transactionSender.ts'

const { ana, eva } = people
const GWEI = 1_000_000_000n
const call = { to: eva.address, data: '0x' } as const

let node: Node
let client: TestClient
/** Requests to the node, in order, and the transactions among them. */
let asked: string[]
let received: Hex[]

beforeEach(async () => {
  const chain = await startChain({ contracts: false })
  client = createChainClient(chain.transport)
  node = await startNode()
  node.standBefore(async () => chain)
  onTestFinished(node.stop)
  misbehave({})
})

test('signs no fee and no cost above the limits, whatever the node reports after they were fixed', async () => {
  const fees = await affordableFees(client)
  const { send } = await sender({ limits: { fees, cost: 90_000n * fees.maxFeePerGas } })
  misbehave({ eth_maxPriorityFeePerGas: says(numberToHex(150n * GWEI)), eth_estimateGas: says(numberToHex(45_000n)) })
  await send(call)
  await send(call)

  expect(received.map(parseTransaction)).toMatchObject([
    { ...fees, gas: 45_000n },
    { ...fees, gas: 45_000n },
  ])
  await expect(send(call)).rejects.toThrow(/^This takes [\d.]+ ETH more than the limit of [\d.]+ for all transactions\.$/)
  expect(received).toHaveLength(2)
})

test('a fee above 200 gwei is not taken as a limit, and twice the estimate stays below it', async () => {
  const { maxFeePerGas } = await affordableFees(client)
  expect((await affordableFees(client, { times: 2n })).maxFeePerGas).toBe(2n * maxFeePerGas)
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 120n * GWEI })
  await client.mine({ blocks: 1 })
  expect((await affordableFees(client, { times: 2n })).maxFeePerGas).toBe(200n * GWEI)
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 200n * GWEI })
  await client.mine({ blocks: 1 })
  await expect(affordableFees(client)).rejects.toThrow('more than the 200 that we would pay')
})

test.each([
  ['is lost', faults.lostAnswer],
  ['never comes', faults.unanswered],
  ['cannot be read', faults.garbledAnswer],
  ['is that of a broken gateway', async ({ ask, answer }) => answer(`<html>${(await ask()).length}</html>`, 502)],
  ['is nothing', async ({ ask, answer, id }) => answer(`{"jsonrpc":"2.0","id":${id},"result":${(await ask()) && null}}`)],
] satisfies [string, Fault][])('a transaction whose answer %s is found by its hash, and not sent again', async (_, fault) => {
  misbehave({ eth_sendRawTransaction: fault })
  const { send } = await sender({ timeout: fault === faults.unanswered ? 500 : undefined })
  const hash = await send(call)
  expect(received.map((bytes) => keccak256(bytes))).toEqual([hash])
  expect(await getTransactionCount(client, { address: ana.address })).toBe(1)
})

test('one that never arrived is looked for by its hash, then the same bytes are sent again', async () => {
  let failures = 2
  misbehave({ eth_sendRawTransaction: (request) => (failures-- > 0 ? request.hangUp() : pass(request)) })
  const { send } = await sender()
  const hash = await send(call)

  expect(received.map((bytes) => keccak256(bytes))).toEqual([hash, hash, hash])
  const sequence = asked.slice(asked.indexOf('eth_sendRawTransaction'))
  const second = sequence.indexOf('eth_sendRawTransaction', 1)
  expect(sequence.slice(1, second)).toContain('eth_getTransactionReceipt')
  expect(await getTransactionCount(client, { address: ana.address })).toBe(1)
})

test('a node that takes nothing is given up on with the hash of what was signed, which it may still have', async () => {
  misbehave({ eth_sendRawTransaction: faults.hangUp })
  const { send } = await sender()
  await expect(send(call)).rejects.toThrow(/^Transaction 0x\w+ was signed, and the node did not say whether it took it/)
  await expect(send(call)).rejects.toThrow(keccak256(received[0] ?? '0x'))
  expect(new Set(received).size).toBe(1)
})

test('a transaction that the node refuses is not sent again, and its reason is kept', async () => {
  misbehave({ eth_sendRawTransaction: refuses('insufficient funds for gas * price + value') })
  const { send } = await sender()
  await expect(send(call)).rejects.toMatchObject({ details: 'insufficient funds for gas * price + value' })
  expect(received).toHaveLength(1)
})

test('a node that has it already has not refused it', async () => {
  misbehave({
    eth_sendRawTransaction: async (request) => {
      await request.ask()
      refuses('already known')(request)
    },
    // It knows the transaction only a moment later.
    eth_getTransactionByHash: says(null),
  })
  const { send } = await sender()
  await send(call)
  expect(received).toHaveLength(1)
})

test('a poll that fails while a transaction is being confirmed ends nothing', async () => {
  let failures = 3
  const fails: Fault = (request) => (failures-- > 0 ? request.hangUp() : pass(request))
  misbehave({ eth_getTransactionReceipt: fails, eth_blockNumber: fails, eth_getBlockByNumber: pass })
  await (await sender()).send(call)
  expect(failures).toBeLessThan(0)
})

type Sending = Pick<Parameters<typeof createTransactionSender>[0], 'limits'> & { timeout?: number | undefined }

function sender({ limits, timeout }: Sending = {}) {
  const transport = http(node.url, { retryCount: 0, ...(timeout && { timeout }) })
  return createTransactionSender({ transport, account: ana, ...(limits && { limits }) })
}

const pass: Fault = async ({ ask, answer }) => answer(await ask())

function refuses(message: string): Fault {
  return ({ answer, id }) => answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }))
}

/** From now on: these methods fail so, the others do not, and all are noted. */
function misbehave(byMethod: Record<string, Fault>) {
  asked = []
  received = []
  node.breakWith((request) => {
    asked.push(request.method)
    if (request.method === 'eth_sendRawTransaction') received.push(request.params[0] as Hex)
    return (byMethod[request.method] ?? pass)(request)
  })
}
