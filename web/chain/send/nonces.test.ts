// Nonces that nodes tell, and what follows for the transactions that wait. Transfers, because a repeated one has no
// permit that would collide.
import { numberToHex } from 'viem'
import { getBlock } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { type Fault, faults, type Node, says, swallow } from '../../../e2e/support/node.ts'
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
  reload,
  sendElsewhere,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'

withSenders({ count: 2 })

const TRANSFER: Command = { kind: 'sendDollars', to: eva.address, amount: 40n * DOLLAR }

/** A fault of a node, from the account's nonce, the first that the app does not know as used, and an old block. */
type Lie = (facts: { truth: number; known: number; block: bigint }) => Fault
const counts = (count: number) => says(numberToHex(count))
const onCounts = (fault: Fault) => (one: Node) => one.breakWith(fault, 'eth_getTransactionCount')
const onAll = (fault: Fault) => (one: Node) => one.breakWith(fault)

describe('the nonce is the lowest answer that is credible', () => {
  test.each<[string, (fault: Fault) => (one: Node) => void, Lie, 'truth' | 'known']>([
    ['counts one too many', onCounts, ({ truth }) => counts(truth + 1), 'truth'],
    ['counts a thousand too many', onCounts, ({ truth }) => counts(truth + 1_000), 'truth'],
    ['counts less than was mined here', onCounts, ({ known }) => counts(known - 1), 'truth'],
    ['counts less than was mined elsewhere', onCounts, ({ known }) => counts(known), 'known'],
    ['lags by an hour', onAll, ({ block }) => behind(block), 'truth'],
    ['is silent', onAll, () => faults.hangUp, 'truth'],
  ])('if one of two nodes %s', async (_, through, lie, expected) => {
    for (const liar of [node, other]) {
      await reload()
      const { sender, entry, done } = open(ana)
      await done(TRANSFER)
      const known = await transactionsOf(ana)
      const { number: block } = await getBlock(client)
      await sendElsewhere(ana, { nonce: known })
      await client.increaseTime({ seconds: 3_600 })
      await client.mine({ blocks: 1 })
      const facts = { known, truth: known + 1, block }
      through(lie(facts))(liar)
      await sender.send('a', TRANSFER)
      expect(entry('a').nonce).toBe(facts[expected])
      await liar.heal()
    }
  })
})

describe('one of two nodes', () => {
  test('that says a nonce is used neither ends what waits nor takes its buttons away', async () => {
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

  test('does not keep a nonce that was used elsewhere from being found out, if it lags', async () => {
    const { sender, entry } = open(ana)
    const stopped = await getBlock(client)
    for (const one of [node, other]) one.breakWith(swallow, 'eth_sendRawTransaction')
    await sender.send('a', TRANSFER)
    await sendElsewhere(ana, { nonce: entry('a').nonce })
    await client.increaseTime({ seconds: 3_600 })
    await client.mine({ blocks: 1 })
    await node.heal()
    other.breakWith(behind(stopped.number))
    for (let block = 0; block < 3; block++) {
      await sender.settleAll()
      await client.mine({ blocks: 1 })
    }
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'replaced' } })
  })

  test('P6 that lies about the dollar gets no permit for an offer', async () => {
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

  test('names a nonce far ahead: once that is cancelled, ordinary operations use the nonces before it', async () => {
    const { sender, entry, done } = await onlyNode()
    const before = await dollarsOf(eva)
    const count = await transactionsOf(ana)
    node.breakWith(counts(count + 2), 'eth_getTransactionCount')
    await sender.send('a', TRANSFER)
    await node.heal()
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ problem: { name: 'NonceGap' } })
    await expect(sender.send('b', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'Busy' } })
    await sender.replace('a', 'annul')
    await sender.settleAll()
    expect(entry('a').stage).not.toMatchObject({ problem: { name: 'NonceGap' } })
    for (const _ of ['b', 'c']) await done(TRANSFER)
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'annulled' } })
    expect(await dollarsOf(eva)).toBe(before + 80n * DOLLAR)
  })

  test('forges a receipt: once it is honest the operation is under way again, and nothing is wedged', async () => {
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
    await expect(sender.send('b', publish(5))).rejects.toMatchObject({ refusal: { name: 'Busy' } })
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
    await expect(sender.send('b', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'Busy' } })
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

  await expect(sender.send('b', TRANSFER)).rejects.toMatchObject({ refusal: { name: 'Busy' } })
  for (let round = 0; round < 2; round++) await sender.settleAll()
  expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  expect(signed).toHaveLength(2)
  expect(await dollarsOf(eva)).toBe(before + 40n * DOLLAR)
})

async function onlyNode() {
  await other.goAway()
  return open(ana)
}
