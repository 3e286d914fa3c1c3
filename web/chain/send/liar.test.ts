// One of two nodes lies, and the other one is honest and answers all the time, unless a test says otherwise.
import { numberToHex } from 'viem'
import { getBlock } from 'viem/actions'
import { describe, expect, test, vi } from 'vitest'
import { type Fault, swallow } from '../../../e2e/support/node.ts'
import { networks } from '../../chains.ts'
import type { Command } from '../../commands/command.ts'
import { DOLLAR } from '../../loans/loan.ts'
import {
  ana,
  client,
  dollarsOf,
  eva,
  node,
  open,
  other,
  reload,
  sendElsewhere,
  standBefore,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'

withSenders({ count: 2 })

const TRANSFER: Command = { kind: 'sendDollars', to: eva.address, amount: 40n * DOLLAR }

describe('a transfer that was mined is not signed a second time', () => {
  test('though the node in use calls it reverted, in a block that the other one does not have yet', async () => {
    const { sender, signed } = open(ana)
    const before = await dollarsOf(eva)
    node.breakWith(revertedAhead, 'eth_getBlockByNumber', 'eth_getTransactionReceipt')
    await sender.send('a', TRANSFER)
    for (let round = 0; round < 3; round++) await sender.settleAll()
    await sender.send('b', TRANSFER).catch(() => {})
    expect(await dollarsOf(eva)).toBe(before + 40n * DOLLAR)
    expect(signed).toHaveLength(1)
  })

  test('though the node in use calls its nonce far ahead, and then says that it was annulled', async () => {
    const { sender, entry } = open(ana)
    const before = await dollarsOf(eva)
    for (let nonce = await transactionsOf(ana), last = nonce + 7; nonce < last; nonce++) await sendElsewhere(ana, { nonce })
    await sender.send('a', TRANSFER)
    const { nonce } = entry('a')
    let lie: Fault = onCounts(nonce - 6)
    node.breakWith((call) => lie(call))
    await sender.settleAll()
    // The page says 'Anúlala, sin coste, y vuelve a enviarla'.
    await sender.replace('a', 'annul').catch(() => {})
    await sender.settleAll()
    // It tells the truth again, but for one receipt.
    const annulment = entry('a').transactions[1]?.hash
    lie = async ({ method, params, id, ask, answer }) => {
      if (method !== 'eth_getTransactionReceipt' || params[0] !== annulment) return answer(await ask())
      const { result } = JSON.parse(await ask([entry('a').transactions[0]?.hash]))
      answer(JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, transactionHash: annulment } }))
    }
    await sender.send('b', TRANSFER).catch(() => {})
    expect(await dollarsOf(eva)).toBe(before + 40n * DOLLAR)
  })

  test('though the node in use called it reverted while the other one was silent, and still does', async () => {
    const tab = open(ana)
    const before = await dollarsOf(eva)
    await tab.sender.send('a', TRANSFER)
    await other.goAway()
    node.breakWith(reverted, 'eth_getTransactionReceipt')
    for (let round = 0; round < 3; round++) await tab.sender.settleAll()
    expect(tab.entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'reverted' } })
    await other.heal()
    await reload()
    const { sender } = open(ana, tab)
    await sender.settleAll()
    await sender.send('b', TRANSFER).catch(() => {})
    expect(await dollarsOf(eva)).toBe(before + 40n * DOLLAR)
  })
})

test('the node in use cannot make a receipt final by claiming a block that the other one does not have', async () => {
  const { sender, entry } = open(ana)
  for (const one of [node, other]) one.breakWith(swallow, 'eth_sendRawTransaction')
  await sender.send('a', TRANSFER)
  node.breakWith(confirmedAhead, 'eth_getBlockByNumber', 'eth_getTransactionReceipt')
  await sender.settleAll()
  expect(entry('a').stage).not.toMatchObject({ at: 'done' })
})

test('a node does not get rid of the second opinion by a late dashboard that makes no sense', async () => {
  await reload()
  const { fetchDashboard } = await import('../read/fetchDashboard.ts')
  const { readFees } = await import('../node/fees.ts')
  const { configuredNodes } = await import('../node/clients.ts')
  let late: (() => void) | undefined
  node.breakWith(
    ({ method, id, answer }) => {
      if (method === 'eth_call') late = () => answer(JSON.stringify({ jsonrpc: '2.0', id, result: '0x' }))
      else answer('Service Unavailable', 503)
    },
    'eth_call',
    'eth_feeHistory',
  )
  const dashboard = fetchDashboard(ana.address)
  await vi.waitFor(() => expect(late).toBeDefined())
  // Any other request of the page fails meanwhile, so that the honest node is the one in use.
  await readFees()
  late?.()
  await dashboard.catch(() => {})
  const honest = configuredNodes().find(({ url }) => url === other.url)
  expect(honest).toMatchObject({ isResting: false })
})

test('nor by a false time, where the device’s clock is ten minutes fast', async () => {
  await standBefore({ chainId: networks.sepolia.id })
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { timestamp } = await getBlock(client)
    const fast = Number(timestamp) + 600
    vi.setSystemTime(fast * 1000)
    const { sender, signed } = open(ana)
    const count = await transactionsOf(ana)
    node.breakWith(
      async ({ method, id, ask, answer }) => {
        if (method === 'eth_getTransactionCount')
          return answer(JSON.stringify({ jsonrpc: '2.0', id, result: numberToHex(count + 1) }))
        const { result } = JSON.parse(await ask())
        answer(JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, timestamp: numberToHex(fast) } }))
      },
      'eth_getTransactionCount',
      'eth_getBlockByNumber',
    )
    await expect(sender.send('a', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
    expect(signed).toHaveLength(0)
  } finally {
    vi.useRealTimers()
  }
})

const AHEAD = 1_000_000n

const reverted: Fault = async ({ id, ask, answer }) => {
  const { result } = JSON.parse(await ask())
  answer(JSON.stringify({ jsonrpc: '2.0', id, result: result && { ...result, status: '0x0' } }))
}

/** Says that the chain is at a block far ahead, and that every transaction was mined there. */
const ahead =
  (status: string): Fault =>
  async ({ method, params, id, ask, answer }) => {
    if (params[0] === '0x0') return answer(await ask())
    const block = await client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    if (!block) throw new Error('There is no block')
    const number = numberToHex(AHEAD)
    const receipt = {
      transactionHash: params[0],
      blockHash: block.hash,
      blockNumber: number,
      status,
      logs: [],
      type: '0x2',
      transactionIndex: '0x0',
      gasUsed: '0x1',
      cumulativeGasUsed: '0x1',
      effectiveGasPrice: '0x1',
      from: ana.address,
      to: ana.address,
      contractAddress: null,
      logsBloom: '0x',
    }
    const isBlock = method === 'eth_getBlockByNumber'
    const claimed = numberToHex(AHEAD + (params[0] === 'latest' ? 5n : 0n))
    answer(JSON.stringify({ jsonrpc: '2.0', id, result: isBlock ? { ...block, number: claimed } : receipt }))
  }
const revertedAhead = ahead('0x0')
const confirmedAhead = ahead('0x1')

/** Says so of the account's nonce, and has no receipt. */
function onCounts(count: number): Fault {
  return async ({ method, id, ask, answer }) => {
    const say = (result: unknown) => answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    if (method === 'eth_getTransactionCount') return say(numberToHex(count))
    if (method === 'eth_getTransactionReceipt') return say(null)
    answer(await ask())
  }
}
