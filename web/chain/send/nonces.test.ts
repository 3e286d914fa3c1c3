// Nonces that nodes tell, and what follows for the transactions that wait. Transfers, because a repeated one has no
// permit that would collide.
import { numberToHex } from 'viem'
import { getBlock } from 'viem/actions'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { says, swallow } from '../../../e2e/support/node.ts'
import type { Command } from '../../commands/command.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { behind, forgeReceipt, forgeState } from './lies.testing.ts'
import {
  ana,
  client,
  dollarsOf,
  eva,
  node,
  open,
  other,
  publish,
  sendElsewhere,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'

withSenders({ count: 2 })
afterEach(() => vi.restoreAllMocks())

const TRANSFER: Command = { kind: 'sendDollars', to: eva.address, amount: 40n * DOLLAR }

describe('nodes that differ about the nonce', () => {
  test.each([
    ['too high', 1],
    ['too low', -1],
  ])('%s: nothing is signed, and both are named', async (_, lie) => {
    const { sender, signed, permits } = open(ana)
    const count = await transactionsOf(ana)
    node.breakWith(says(numberToHex(count + lie)), 'eth_getTransactionCount')
    await expect(sender.send('a', TRANSFER)).rejects.toMatchObject({
      refusal: { name: 'NodesDisagree', args: [hostOf(node.url), hostOf(other.url)] },
    })
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
    expect([...signed, ...permits]).toHaveLength(0)
  })

  test('the second one alone is enough', async () => {
    const { sender, signed } = open(ana)
    other.breakWith(says(numberToHex((await transactionsOf(ana)) + 1)), 'eth_getTransactionCount')
    await expect(sender.send('a', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
    expect(signed).toHaveLength(0)
  })

  test('one that catches up within a block holds nothing up', async () => {
    const { sender, entry, done } = open(ana)
    await done(TRANSFER)
    const count = await transactionsOf(ana)
    await sendElsewhere(ana, { nonce: count })
    let asked = 0
    other.breakWith(async ({ id, answer, ask }) => {
      if (asked++ > 1) return answer(await ask())
      answer(JSON.stringify({ jsonrpc: '2.0', id, result: numberToHex(count) }))
    }, 'eth_getTransactionCount')
    await sender.send('a', TRANSFER)
    expect(entry('a').nonce).toBe(count + 1)
  })

  test('one that stopped long ago has no say', async () => {
    const { sender, entry, done } = open(ana)
    const stopped = await getBlock(client)
    await done(TRANSFER)
    await sendElsewhere(ana, { nonce: await transactionsOf(ana) })
    await later()
    other.breakWith(behind(stopped.number))
    await expect(sender.send('a', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
    passOnDevice()
    await sender.send('a', TRANSFER)
    expect(entry('a').nonce).toBe((await transactionsOf(ana)) - 1)
  })

  test('one that says a nonce is used neither ends what waits nor takes its buttons away', async () => {
    const { sender, entry } = open(ana)
    for (const one of [node, other]) one.breakWith(swallow, 'eth_sendRawTransaction')
    await sender.send('a', TRANSFER)
    const lie = says(numberToHex((await transactionsOf(ana)) + 1))
    node.breakWith(
      (call) => (call.method === 'eth_getTransactionCount' ? lie : swallow)(call),
      'eth_getTransactionCount',
      'eth_sendRawTransaction',
    )
    for (let block = 0; block < 3; block++) {
      await sender.settleAll()
      await client.mine({ blocks: 1 })
    }
    expect(['kept', 'sent']).toContain(entry('a').stage.at)
    await expect(sender.send('b', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
    await node.heal()
    await other.heal()
    await sender.settleAll()
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  })

  test('a nonce that is used elsewhere is found out, though the second node stopped long ago', async () => {
    const { sender, entry } = open(ana)
    const stopped = await getBlock(client)
    for (const one of [node, other]) one.breakWith(swallow, 'eth_sendRawTransaction')
    await sender.send('a', TRANSFER)
    await sendElsewhere(ana, { nonce: entry('a').nonce })
    await later()
    await node.heal()
    other.breakWith(behind(stopped.number))
    for (let block = 0; block < 3; block++) {
      passOnDevice()
      await sender.settleAll()
      await client.mine({ blocks: 1 })
    }
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'replaced' } })
  })

  test('P6 a node that lies about the dollar gets no permit for an offer', async () => {
    const { sender, signed, permits } = open(ana)
    node.breakWith(forgeState({ token: eva.address }), 'eth_call', 'eth_estimateGas')
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'NodesDisagree' } })
    expect([...signed, ...permits]).toHaveLength(0)
  })
})

describe('the only node that answers', () => {
  test('lies once about the nonce: a repeated transfer is refused, and what waits happens once, after the gap is filled', async () => {
    const { sender, entry, signed } = await onlyNode()
    const before = await dollarsOf(eva)
    const count = await transactionsOf(ana)
    node.breakWith(says(numberToHex(count + 1)), 'eth_getTransactionCount')
    await sender.send('a', TRANSFER)
    await node.heal()
    await expect(sender.send('b', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'Busy' } })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ problem: { name: 'NonceGap' } })
    await expect(sender.send('b', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'Busy' } })
    expect(signed).toHaveLength(1)

    await sender.send('fill', { kind: 'annul' })
    for (let round = 0; round < 2; round++) await sender.settleAll()
    expect(entry('fill').nonce).toBe(count)
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(await dollarsOf(eva)).toBe(before + 40n * DOLLAR)
    await sender.send('b', TRANSFER)
  })

  test('lies by far: what waits is annulled without a block, and nothing is held up', async () => {
    const { sender, entry } = await onlyNode()
    const before = await dollarsOf(eva)
    const count = await transactionsOf(ana)
    node.breakWith(says(numberToHex(count + 1000)), 'eth_getTransactionCount')
    await sender.send('a', TRANSFER)
    await node.heal()
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ problem: { name: 'NonceFar', args: [1000] } })
    await sender.replace('a', 'annul')
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'annulled' } })
    await sender.send('b', TRANSFER)
    await sender.settleAll()
    expect(entry('b')).toMatchObject({ nonce: count, stage: { at: 'done' } })
    expect(await dollarsOf(eva)).toBe(before + 40n * DOLLAR)
  })

  test('forges a receipt: once it is honest the operation is under way again, said, and nothing is wedged', async () => {
    const { sender, entry } = await onlyNode()
    const before = await dollarsOf(eva)
    const count = await transactionsOf(ana)
    node.breakWith(swallow, 'eth_sendRawTransaction')
    await sender.send('a', TRANSFER)
    node.breakWith(await forgeReceipt(client), 'eth_getTransactionReceipt')
    await client.mine({ blocks: 3 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })

    await node.heal()
    await expect(sender.send('b', publish(5))).rejects.toMatchObject({ refusal: { name: 'Undone' } })
    expect(['kept', 'sent', 'mined', 'done']).toContain(entry('a').stage.at)
    for (let round = 0; round < 2; round++) await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(await dollarsOf(eva)).toBe(before + 40n * DOLLAR)
    await sender.send('b', publish(5))
    expect(entry('b').nonce).toBe(count + 1)
  })

  test.each([
    ['has no receipt', 'replaced', null],
    ['was reverted', 'reverted', { status: '0x0' }],
  ])('says that what was mined %s: once it is honest that is taken back, before anything is repeated', async (_, kind, lie) => {
    const { sender, entry, signed } = await onlyNode()
    node.breakWith(async ({ id, ask, answer }) => {
      const { result } = JSON.parse(await ask())
      answer(JSON.stringify({ jsonrpc: '2.0', id, result: lie && result && { ...result, ...lie } }))
    }, 'eth_getTransactionReceipt')
    await sender.send('a', TRANSFER)
    for (let round = 0; round < 3; round++) await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind } })
    await node.heal()
    await expect(sender.send('b', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'Undone' } })
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(signed).toHaveLength(1)
  })

  test('claims a block far ahead: what waits has its buttons, and ends', async () => {
    const { sender, entry } = await onlyNode()
    node.breakWith(swallow, 'eth_sendRawTransaction')
    await sender.send('a', TRANSFER)
    node.breakWith(
      async ({ method, id, ask, answer }) => {
        const said = JSON.parse(await ask())
        const result =
          method === 'eth_getTransactionCount'
            ? numberToHex((await transactionsOf(ana)) + 1)
            : { ...said.result, number: '0x3b9aca00' }
        answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
      },
      'eth_getBlockByNumber',
      'eth_getTransactionCount',
    )
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'displaced' })
    await node.heal()
    await sendElsewhere(ana, { nonce: entry('a').nonce })
    for (let block = 0; block < 4; block++) {
      await sender.settleAll()
      await client.mine({ blocks: 1 })
    }
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'replaced' } })
  })
})

test('a reorganisation deeper than the confirmations undoes what was done: it is sent again, with the same bytes', async () => {
  const { sender, entry, signed, done } = open(ana)
  await done(publish(5))
  const before = await dollarsOf(eva)
  const fork = await client.markFork()
  await sender.send('a', TRANSFER)
  await client.mine({ blocks: 2 })
  await sender.settleAll()
  expect(entry('a').stage).toMatchObject({ at: 'done' })
  await fork.reorganise()
  expect(await dollarsOf(eva)).toBe(before)

  await expect(sender.send('b', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'Undone' } })
  for (let round = 0; round < 2; round++) await sender.settleAll()
  expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  expect(signed).toHaveLength(2)
  expect(await dollarsOf(eva)).toBe(before + 40n * DOLLAR)
})

/** Long enough for a node to be known as one that stands still. */
function passOnDevice() {
  const before = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => before + 31_000)
}

async function onlyNode() {
  await other.goAway()
  return open(ana)
}

async function later() {
  await client.increaseTime({ seconds: 600 })
  await client.mine({ blocks: 1 })
}

function hostOf(url: string): string {
  return new URL(url).host
}
