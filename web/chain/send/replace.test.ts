import { parseTransaction } from 'viem'
import { getBlock } from 'viem/actions'
import { beforeEach, describe, expect, test } from 'vitest'
import { faults } from '../../../e2e/support/node.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { ana, client, dollarsOf, node, open, publish, sendElsewhere, transactionsOf, withSenders } from './senders.testing.ts'

withSenders()

describe('faster, or not at all', () => {
  beforeEach(() => client.setAutomine(false))

  test('the same again with a fee that is an eighth higher, and only one of the two happens', async () => {
    const { sender, entry } = open(ana)
    const before = await dollarsOf(ana)
    await sender.send('a', publish(5))
    await sender.replace('a', 'do')
    const [slow, fast] = entry('a').transactions.map(({ bytes }) => parseTransaction(bytes as `0x02${string}`))
    expect(fast?.nonce).toBe(slow?.nonce)
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      expect((fast?.[fee] ?? 0n) * 8n).toBeGreaterThanOrEqual((slow?.[fee] ?? 0n) * 9n)
    }
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed' } } })
    expect(await dollarsOf(ana)).toBe(before - 5n * DOLLAR)
  })

  test('nothing in its place', async () => {
    const { sender, entry } = open(ana)
    const before = await dollarsOf(ana)
    await sender.send('a', publish(5))
    await sender.replace('a', 'annul')
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'annulled' } } })
    expect(await dollarsOf(ana)).toBe(before)
  })

  test('too late to annul: it was carried out, and that is said', async () => {
    const { sender, entry } = open(ana)
    await sender.send('a', publish(5))
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await sender.replace('a', 'annul')
    await client.mine({ blocks: 1 })
    await node.heal()
    await sender.settleAll()
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed' } } })
  })

  test('too late to speed up: it is in a block already', async () => {
    const { sender, entry } = open(ana)
    await sender.send('a', publish(5))
    await client.mine({ blocks: 1 })
    for (const late of ['do', 'annul'] as const) {
      await expect(sender.replace('a', late)).rejects.toMatchObject({ refusal: { name: 'AlreadyMined' } })
    }
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  })

  test('an expired permit is not sent again; signed anew it takes the same turn', async () => {
    const { sender, entry } = open(ana)
    const before = await dollarsOf(ana)
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await sender.send('a', publish(5))
    await node.heal()
    await client.increaseTime({ seconds: 7_200 })
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'kept', problem: { name: 'PermitLapsed' } })
    await sender.replace('a', 'do')
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed' } } })
    expect(await dollarsOf(ana)).toBe(before - 5n * DOLLAR)
  })

  test('a permit that expired in the pool is why it was reverted', async () => {
    const { sender, entry } = open(ana)
    await sender.send('a', publish(5))
    await client.increaseTime({ seconds: 7_200 })
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ outcome: { kind: 'reverted', refusal: { name: 'PermitLapsed' } } })
  })
})

describe('a transaction of another wallet with the same phrase', () => {
  beforeEach(() => client.setAutomine(false))

  test('can be annulled from here, and then commands go on', async () => {
    const { sender, entry } = open(ana)
    const { baseFeePerGas } = await getBlock(client)
    await sendElsewhere(ana, {
      nonce: await transactionsOf(ana),
      maxFeePerGas: (baseFeePerGas ?? 0n) + 1n,
      maxPriorityFeePerGas: 1n,
    })
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'BusyElsewhere' } })
    await sender.send('b', { kind: 'annul' }, await sender.quote({ kind: 'annul' }))
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('b').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    await sender.send('a', publish(5))
    expect(entry('a').stage.at).toBe('sent')
  })

  test('that has ended is not annulled', async () => {
    const { sender, signed } = open(ana)
    await expect(sender.send('a', { kind: 'annul' })).rejects.toMatchObject({ refusal: { name: 'AlreadyMined' } })
    expect(signed).toHaveLength(0)
  })
})
