// What is left when the lies end: states that an honest network does not lead out of, and sentences that are not true.
import { numberToHex } from 'viem'
import { getBlock } from 'viem/actions'
import { describe, expect, test, vi } from 'vitest'
import { type Fault, says, swallow } from '../../../e2e/support/node.ts'
import { networks } from '../../chains.ts'
import type { Command } from '../../commands/command.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { decodeEntries } from './decodeEntries.ts'
import { forgeState } from './lies.testing.ts'
import {
  ana,
  client,
  dollar,
  dollarsOf,
  eva,
  node,
  open,
  other,
  sendElsewhere,
  standBefore,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'

withSenders({ count: 2 })

const TRANSFER: Command = { kind: 'sendDollars', to: eva.address, amount: 40n * DOLLAR }

test('what was annulled far ahead keeps its annulment, whatever is annulled after it', async () => {
  await other.goAway()
  const { sender, entry, done, store } = open(ana)
  const annulFar = async (intent: string, lie: number) => {
    node.breakWith(says(numberToHex((await transactionsOf(ana)) + lie)), 'eth_getTransactionCount')
    await sender.send(intent, TRANSFER)
    await node.heal()
    await other.goAway()
    await sender.settleAll()
    await sender.replace(intent, 'annul')
    await sender.settleAll()
    expect(entry(intent).stage).toMatchObject({ at: 'done', outcome: { kind: 'annulled', isFree: true } })
  }
  await annulFar('a', 20)
  for (let round = 0; round < 9; round++) await done({ kind: 'sendDollars', to: eva.address, amount: 1n })
  await annulFar('b', 1_000)
  expect(decodeEntries(store.text).find(({ intent }) => intent === 'a')?.transactions).toHaveLength(2)
})

test('a clock that was fast, and a block far ahead, do not keep the buttons away once both are right', async () => {
  await standBefore({ chainId: networks.sepolia.id })
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await other.goAway()
    const now = Number((await getBlock(client)).timestamp)
    const fast = now + 86_400
    vi.setSystemTime(fast * 1000)
    const { sender, entry } = open(ana)
    const lie = forgeState({ blockNumber: 1_000_000n, timestamp: BigInt(fast) })
    node.breakWith(
      (call) => (call.method === 'eth_sendRawTransaction' ? swallow : lie)(call),
      'eth_call',
      'eth_sendRawTransaction',
      'eth_estimateGas',
    )
    await sender.send('a', TRANSFER)
    // It is honest now, and the clock right, but the price has risen: it waits.
    vi.setSystemTime(now * 1000)
    await client.setAutomine(false)
    await node.heal()
    await expect(sender.settleAll()).resolves.toBeUndefined()
    expect(entry('a').stage).toMatchObject({ at: 'sent' })
  } finally {
    vi.useRealTimers()
  }
})

describe('nodes that differ about what waits are named, as they are before a signature', () => {
  test('its nonce was used elsewhere, and the other node denies it', async () => {
    const { sender, entry } = open(ana)
    for (const one of [node, other]) one.breakWith(swallow, 'eth_sendRawTransaction')
    await sender.send('a', TRANSFER)
    const { nonce } = entry('a')
    await sendElsewhere(ana, { nonce })
    await node.heal()
    other.breakWith(says(numberToHex(nonce)), 'eth_getTransactionCount')
    for (let block = 0; block < 4; block++) {
      await sender.settleAll()
      await client.mine({ blocks: 1 })
    }
    const { stage } = entry('a')
    const annulled = await sender.replace('a', 'annul').catch(({ refusal }) => refusal)
    const repeated = await sender.send('b', TRANSFER).catch(({ refusal }) => refusal)
    // Today: NotTaken ('todavía puede hacerse'), AlreadyMined ('Ya está en un bloque') and Busy ('si tarda, podrás anularla').
    expect(['problem' in stage && stage.problem, annulled, repeated]).toContainEqual(
      expect.objectContaining({ name: 'NodesDisagree' }),
    )
  })

  test('it was mined, and the node in use hides that', async () => {
    const { sender, entry } = open(ana)
    node.breakWith(hide, 'eth_getTransactionReceipt', 'eth_getTransactionByHash')
    await sender.send('a', TRANSFER)
    for (let block = 0; block < 4; block++) {
      await sender.settleAll()
      await client.mine({ blocks: 1 })
    }
    const { stage } = entry('a')
    const annulled = await sender.replace('a', 'annul').catch(({ refusal }) => refusal)
    const repeated = await sender.send('b', TRANSFER).catch(({ refusal }) => refusal)
    expect(['problem' in stage && stage.problem, annulled, repeated]).toContainEqual(
      expect.objectContaining({ name: 'NodesDisagree' }),
    )
  })
})

test('what was called reverted, and was repeated, is not sent again by itself after a deep reorganisation', async () => {
  const tab = open(ana)
  const { sender, entry, done } = tab
  await done({ kind: 'sendDollars', to: eva.address, amount: 1n })
  const before = await dollarsOf(eva)
  const fork = await client.markFork()
  await client.setAutomine(false)
  await sender.send('a', TRANSFER)
  const had = await dollarsOf(ana)
  await client.setTokens(dollar(), ana.address, 0n)
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  await sender.settleAll()
  expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'reverted' } })
  await client.setTokens(dollar(), ana.address, had)
  await sender.send('b', TRANSFER)
  await sender.settleAll()
  expect(entry('b').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  await fork.reorganise()
  const again = open(ana, tab)
  for (let round = 0; round < 4; round++) await again.sender.settleAll()
  expect(await dollarsOf(eva)).toBeLessThanOrEqual(before + 40n * DOLLAR)
})

test('a node that has let the receipt of an old failure go does not stop every signature', async () => {
  const { sender, entry, signed } = open(ana)
  await client.setAutomine(false)
  await sender.send('a', TRANSFER)
  await sender.replace('a', 'annul')
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  await sender.settleAll()
  expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'annulled' } })
  const pruned: Fault = ({ id, answer }) =>
    answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 4444, message: 'pruned history unavailable' } }))
  for (const one of [node, other]) one.breakWith(pruned, 'eth_getTransactionReceipt')
  await sender.send('b', TRANSFER)
  expect(signed).toHaveLength(3)
})

test('a node that says it knows a transaction does not keep it from one that was not asked when it was sent', async () => {
  const { sender, entry } = open(ana)
  other.breakWith(({ answer }) => answer('Too Many Requests', 429, { 'Retry-After': '1' }))
  node.breakWith(
    (call) => {
      const { method, params, id, answer } = call
      if (method === 'eth_sendRawTransaction') return swallow(call)
      const result = { hash: params[0], blockHash: null, blockNumber: null, transactionIndex: null, type: '0x2', nonce: '0x0' }
      answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    },
    'eth_sendRawTransaction',
    'eth_getTransactionByHash',
  )
  await sender.send('a', TRANSFER)
  await other.heal()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  for (let round = 0; round < 3; round++) await sender.settleAll()
  expect(entry('a').stage).toMatchObject({ at: 'done' })
})

const hide: Fault = ({ id, answer }) => answer(JSON.stringify({ jsonrpc: '2.0', id, result: null }))
