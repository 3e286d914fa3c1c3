// Nodes that lie, change sides or fall silent around one transfer. One of two nodes lies and the other is honest and answers all the
// time, unless a test says otherwise.
import { numberToHex, parseTransaction } from 'viem'
import { getBlock } from 'viem/actions'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Fault, says, swallow } from '../../../e2e/support/node.ts'
import { networks } from '../../chains.ts'
import type { Command } from '../../commands/command.ts'
import { type ActiveLoan, DOLLAR, type Offer } from '../../loans/loan.ts'
import { forgeState, receiptIn } from './lies.testing.ts'
import {
  ana,
  client,
  dollar,
  dollarsOf,
  eva,
  faucet,
  luis,
  newest,
  node,
  open,
  other,
  publish,
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

test('the node in use cannot settle a receipt by claiming a block that the other one does not have', async () => {
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
    const { sender, entry } = open(ana)
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
    await sender.send('a', TRANSFER)
    expect(entry('a').nonce).toBe(count)
  } finally {
    vi.useRealTimers()
  }
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

/** A transfer that reverted and was repeated, before a reorganisation undid both. The tab was opened again since. */
async function undoneWithItsRepetition() {
  const tab = open(ana)
  const { sender, entry, done } = tab
  await done({ kind: 'sendDollars', to: eva.address, amount: 1n })
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
  return open(ana, tab)
}

test('what was called reverted, and was repeated, is not sent again by itself after a deep reorganisation', async () => {
  const before = await dollarsOf(eva)
  const { sender } = await undoneWithItsRepetition()
  for (let round = 0; round < 4; round++) await sender.settleAll()
  expect(await dollarsOf(eva)).toBeLessThanOrEqual(before + 1n + 40n * DOLLAR)
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
  // It rests for a second.
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 1_100)
  onTestFinished(() => clock.mockRestore())
  for (let round = 0; round < 3; round++) await sender.settleAll()
  expect(entry('a').stage).toMatchObject({ at: 'done' })
})

const hide: Fault = ({ id, answer }) => answer(JSON.stringify({ jsonrpc: '2.0', id, result: null }))

test('a device whose clock is right is not told otherwise because one of two nodes is two hours ahead', async () => {
  await standBefore({ chainId: networks.sepolia.id })
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { timestamp } = await getBlock(client)
    vi.setSystemTime(Number(timestamp) * 1000)
    const { sender } = open(ana)
    node.breakWith(forgeState({ timestamp: timestamp + 7_200n }), 'eth_call')
    await expect(sender.send('a', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
  } finally {
    vi.useRealTimers()
  }
})

test('what was paid is not what one of two nodes makes of the receipt', async () => {
  await faucet(luis)
  await faucet(ana)
  await open(luis).done(publish(50))
  const { sender, entry, done } = open(ana)
  await done({ kind: 'acceptOffer', offer: (await newest()) as Offer })
  const paid = 5n * DOLLAR
  node.breakWith(async ({ ask, answer }) => {
    const hex = (amount: bigint) => numberToHex(amount, { size: 32 }).slice(2)
    answer((await ask()).replaceAll(hex(paid), hex(50n * DOLLAR)))
  }, 'eth_getTransactionReceipt')
  await sender.send('a', { kind: 'repay', loan: (await newest()) as ActiveLoan, amount: paid })
  await sender.settleAll()
  expect(entry('a').stage).not.toMatchObject({ outcome: { kind: 'confirmed', paid: 50n * DOLLAR } })
})

test('the only node cannot choose the token that a transfer moves', async () => {
  await other.goAway()
  const { sender, signed } = open(ana)
  node.breakWith(forgeState({ token: luis.address }), 'eth_call', 'eth_estimateGas')
  await sender.send('a', TRANSFER).catch(() => {})
  // Any token of the account's, of any worth: the amount is taken in its units.
  for (const bytes of signed) expect(parseTransaction(bytes as `0x02${string}`).to?.toLowerCase()).toBe(dollar().toLowerCase())
})

const AHEAD = 1_000_000n

const reverted: Fault = async ({ id, ask, answer }) => {
  const { result } = JSON.parse(await ask())
  answer(JSON.stringify({ jsonrpc: '2.0', id, result: result && { ...result, status: '0x0' } }))
}

/** Says that the chain is at a block far ahead, and that every transaction was mined there. */
const ahead =
  (status: string): Fault =>
  async (call) => {
    const { method, params, id, ask, answer } = call
    if (params[0] === '0x0') return answer(await ask())
    const { hash } = await getBlock(client)
    const say = (result: object) => answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    if (method === 'eth_getTransactionReceipt') {
      return say(receiptIn({ hash, number: AHEAD }, params[0], status))
    }
    const { result } = JSON.parse(await ask(['latest', false]))
    say({ ...result, number: numberToHex(AHEAD + (params[0] === 'latest' ? 5n : 0n)) })
  }
const revertedAhead = ahead('0x0')
const confirmedAhead = ahead('0x1')
