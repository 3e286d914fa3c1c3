import { getCode } from 'viem/actions'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { faults, says } from '../../../e2e/support/node.ts'
import { DOLLAR, type Offer } from '../../loans/loan.ts'
import {
  ana,
  book,
  client,
  dollarsOf,
  eva,
  hashOf,
  loseRace,
  luis,
  newest,
  node,
  open,
  publish,
  publishElsewhere,
  sendElsewhere,
  standBefore,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'

withSenders()

describe('one intent is one transaction', () => {
  test('the same intent twice at once', async () => {
    const { sender, entries } = open(ana)
    const before = await transactionsOf(ana)
    await Promise.all([sender.send('a', publish(5)), sender.send('a', publish(5))])
    await sender.settleAll()
    expect(entries()).toHaveLength(1)
    expect(await transactionsOf(ana)).toBe(before + 1)
  })

  test('two tabs at once: the second is told that the first is under way', async () => {
    await client.setAutomine(false)
    const first = open(ana)
    const second = open(ana, first)
    await first.sender.send('a', publish(5))
    await expect(second.sender.send('b', publish(5))).rejects.toMatchObject({ refusal: { name: 'Busy' } })
    await client.mine({ blocks: 1 })
    await second.sender.settleAll()
    expect(second.entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed' } } })
    await second.sender.send('b', publish(5))
  })

  test('a transaction that another wallet of the account has under way is not raced', async () => {
    await client.setAutomine(false)
    await sendElsewhere(ana, { nonce: await transactionsOf(ana) })
    await expect(open(ana).sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'BusyElsewhere' } })
  })

  test('the answer to the sending is lost', async () => {
    const { sender, entry } = open(ana)
    const before = await dollarsOf(ana)
    node.breakWith(faults.lostAnswer, 'eth_sendRawTransaction')
    await sender.send('a', publish(5))
    await node.heal()
    await sender.settleAll()
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed' } } })
    expect(await dollarsOf(ana)).toBe(before - 5n * DOLLAR)
  })

  test('closed between signing and sending: the next visit sends the very same bytes', async () => {
    const first = open(ana)
    const before = await dollarsOf(ana)
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await first.sender.send('a', publish(5))
    expect(await dollarsOf(ana)).toBe(before)
    await node.heal()

    const second = open(ana, first)
    await second.sender.settleAll()
    await second.sender.settleAll()
    expect(second.entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed' } } })
    expect(second.signed).toHaveLength(0)
    expect(await dollarsOf(ana)).toBe(before - 5n * DOLLAR)
  })

  test('forgotten by the pool: it is sent again', async () => {
    await client.setAutomine(false)
    const { sender, entry, signed } = open(ana)
    await sender.send('a', publish(5))
    await client.dropTransaction({ hash: hashOf(entry('a')) })
    await sender.settleAll()
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed' } } })
    expect(signed).toHaveLength(1)
  })

  test('what goes wrong after it was sent does not say that nothing was sent', async () => {
    const { sender, store, entry } = open(ana)
    node.breakWith(({ id, answer }) => {
      store.write = () => Promise.reject(new Error('full'))
      answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'nonce too low' } }))
    }, 'eth_sendRawTransaction')
    await sender.send('a', publish(5))
    expect(entry('a').stage.at).toBe('kept')
  })

  test('why it was reverted is asked again where the node does not answer', async () => {
    await client.setAutomine(false)
    const offer = (await newest(1n)) as Offer
    const { sender, entry } = open(luis)
    await sender.send('a', { kind: 'acceptOffer', offer })
    await loseRace(offer)
    node.breakWith(faults.hangUp, 'eth_call')
    await expect(sender.settleAll()).rejects.toThrow()
    expect(entry('a').stage.at).toBe('sent')
    await node.heal()
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ outcome: { kind: 'reverted', refusal: { name: 'OfferNotOpen' } } })
  })

  test('its nonce used up elsewhere: it can never happen, and that is said', async () => {
    await client.setAutomine(false)
    const { sender, entry } = open(ana)
    const before = await dollarsOf(ana)
    await sender.send('a', publish(5))
    await sendElsewhere(ana, { nonce: entry('a').nonce })
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage.at).toBe('displaced')
    await sender.settleAll()
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'replaced' } } })
    expect(await dollarsOf(ana)).toBe(before)
  })

  test('a race lost to another borrower is told with its reason', async () => {
    await client.setAutomine(false)
    const offer = (await newest(1n)) as Offer
    const { sender, entry } = open(luis)
    await sender.send('a', { kind: 'acceptOffer', offer })
    await loseRace(offer)
    await sender.settleAll()
    expect(entry('a')).toMatchObject({
      stage: { at: 'done', outcome: { kind: 'reverted', refusal: { name: 'OfferNotOpen', args: [offer.id, 2] } } },
    })
  })
})

describe('a chain that is reorganised', () => {
  // As on Sepolia, where three blocks count as certain.
  beforeEach(() => standBefore({ chainId: 11155111 }))

  test('three blocks deep it is confirmed, and not before', async () => {
    const { sender, entry } = open(ana)
    await sender.send('a', publish(5))
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'mined', depth: 1, of: 3 })
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'mined', depth: 2, of: 3 })
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  })

  test('its block is gone: it is sent again, and happens once', async () => {
    const { sender, entry, signed } = open(ana)
    const before = await dollarsOf(ana)
    const fork = await client.markFork()
    await sender.send('a', publish(5))
    await sender.settleAll()
    await fork.reorganise()
    expect(await dollarsOf(ana)).toBe(before)
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'sent', problem: undefined })
    await client.mine({ blocks: 3 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(signed).toHaveLength(1)
    expect(await dollarsOf(ana)).toBe(before - 5n * DOLLAR)
  })

  test('a receipt from a block that is no longer part of the chain counts for nothing', async () => {
    const { sender, entry } = open(ana)
    const fork = await client.markFork()
    await sender.send('a', publish(5))
    await sender.settleAll()
    const receipt = await client.request({ method: 'eth_getTransactionReceipt' as never, params: [hashOf(entry('a'))] as never })
    await fork.reorganise()
    await client.mine({ blocks: 3 })
    node.breakWith(says(receipt), 'eth_getTransactionReceipt')
    await sender.settleAll()
    expect(entry('a').stage.at).toBe('sent')
  })

  test('a node that is behind does not have a used nonce used again', async () => {
    const { sender, entry } = open(ana)
    const before = await transactionsOf(ana)
    await sender.send('a', publish(5))
    await sender.settleAll()
    const behind = says(`0x${before.toString(16)}`)
    node.breakWith(behind, 'eth_getTransactionCount')
    await sender.send('b', publish(6))
    expect([entry('a').nonce, entry('b').nonce]).toEqual([before, before + 1])
    expect(entry('b').stage).toEqual({ at: 'sent', waited: 0 })
  })

  test('the next command goes on while one waits to be certain', async () => {
    const { sender, entry } = open(ana)
    await sender.send('a', publish(5))
    await sender.settleAll()
    await sender.send('b', publish(6))
    await client.mine({ blocks: 2 })
    await sender.settleAll()
    expect([entry('a').stage, entry('b').stage]).toMatchObject([{ at: 'done' }, { at: 'done' }])
  })

  test('what was signed for an earlier contract is not sent again: it can be annulled, or signed for the one of today', async () => {
    const earlier = '0x00000000000000000000000000000000000ea711'
    await client.setCode({ address: earlier, bytecode: (await getCode(client, { address: book() })) ?? '0x' })
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    const before = open(ana, undefined, undefined, earlier)
    await before.sender.send('a', publish(5))
    await node.heal()

    const { sender, entry } = open(ana, before)
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'kept', problem: { name: 'OtherBook' } })
    expect(await dollarsOf({ ...ana, address: earlier })).toBe(0n)
    const held = await dollarsOf({ ...ana, address: book() })
    await sender.replace('a', 'do')
    await client.mine({ blocks: 3 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(await dollarsOf({ ...ana, address: book() })).toBe(held + 5n * DOLLAR)
  })

  test('an accepted offer whose number is now that of another is not accepted again', async () => {
    const lender = open(ana)
    const fork = await client.markFork()
    await lender.sender.send('a', publish(5))
    const agreed = (await newest()) as Offer
    const { sender, entry } = open(luis)
    await sender.send('b', { kind: 'acceptOffer', offer: agreed })
    await sender.settleAll()
    expect(entry('b').stage.at).toBe('mined')

    await fork.reorganise()
    await publishElsewhere(eva, 7n * DOLLAR)
    const other = (await newest()) as Offer
    expect([other.id, other.principal]).toEqual([agreed.id, 7n * DOLLAR])
    await sender.settleAll()
    expect(entry('b').stage).toMatchObject({ at: 'sent', problem: { name: 'LoanChanged' } })
    await client.mine({ blocks: 3 })
    expect((await newest()).status).toBe('open')

    await expect(sender.replace('b', 'do')).rejects.toMatchObject({ refusal: { name: 'LoanChanged' } })
    await expect(sender.send('c', publish(5))).rejects.toMatchObject({ refusal: { name: 'Busy' } })

    await sender.replace('b', 'annul')
    await client.mine({ blocks: 3 })
    await sender.settleAll()
    expect(entry('b').stage).toMatchObject({ at: 'done', outcome: { kind: 'annulled' } })
  })
})

describe('what no node has', () => {
  test('is kept, and not called sent, until one takes it', async () => {
    const { sender, entry } = open(ana)
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await sender.send('a', publish(5))
    expect(entry('a').stage).toEqual({ at: 'kept', waited: 0, problem: undefined })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'kept' })
    await client.setAutomine(false)
    await node.heal()
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'sent', problem: undefined })
  })

  test('is not sent after an hour without asking again', async () => {
    const first = open(luis)
    const offer = (await newest(1n)) as Offer
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await first.sender.send('a', { kind: 'acceptOffer', offer })
    await node.heal()
    await client.increaseTime({ seconds: 21 * 86_400 })
    await client.mine({ blocks: 1 })

    const second = open(luis, first)
    await second.sender.settleAll()
    expect(second.entry('a').stage).toMatchObject({ at: 'kept', problem: { name: 'TooOld' } })
    expect((await newest(1n)).status).toBe('open')

    await second.sender.replace('a', 'do', await second.sender.quoteReplacement('a', 'do'))
    await second.sender.settleAll()
    expect(second.entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect((await newest(1n)).status).toBe('active')
  })

  test('is not sent after an hour by the clock of this device either, though the node has stopped', async () => {
    const { sender, entry } = open(luis)
    const offer = (await newest(1n)) as Offer
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await sender.send('a', { kind: 'acceptOffer', offer })
    await node.heal()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    try {
      await sender.settleAll()
    } finally {
      vi.useRealTimers()
    }
    expect(entry('a').stage).toMatchObject({ at: 'kept', problem: { name: 'TooOld' } })
    expect((await newest(1n)).status).toBe('open')
  })

  test('is not sent once the loan is over, and that is not called another loan', async () => {
    const { sender, entry } = open(luis)
    const offer = (await newest(1n)) as Offer
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await sender.send('a', { kind: 'acceptOffer', offer })
    await node.heal()
    const before = await transactionsOf(luis)
    await loseRace(offer)
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'kept', problem: { name: 'OfferNotOpen', args: [1n, 2] } })
    expect(await transactionsOf(luis)).toBe(before)
  })

  test('is still sent within the hour', async () => {
    const { sender, entry } = open(luis)
    const offer = (await newest(1n)) as Offer
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await sender.send('a', { kind: 'acceptOffer', offer })
    await node.heal()
    await client.increaseTime({ seconds: 3_500 })
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  })
})

describe('settling', () => {
  // As on Sepolia, where three blocks count as certain and two commands wait at once.
  beforeEach(() => standBefore({ chainId: 11155111 }))

  test('one that cannot be read does not hold up the others', async () => {
    const { sender, entry } = open(ana)
    await sender.send('a', publish(5))
    await sender.settleAll()
    await sender.send('b', publish(6))
    await client.mine({ blocks: 3 })
    const hash = hashOf(entry('a'))
    node.breakWith(async ({ params, ask, answer, hangUp }) => {
      if (params[0] === hash) hangUp()
      else answer(await ask())
    }, 'eth_getTransactionReceipt')
    await expect(sender.settleAll()).rejects.toThrow()
    expect([entry('a').stage.at, entry('b').stage.at]).toEqual(['mined', 'done'])
  })

  test('runs once at a time', async () => {
    const { sender } = open(ana)
    await sender.send('a', publish(5))
    let asked = 0
    node.breakWith(async ({ ask, answer }) => {
      asked++
      answer(await ask())
    }, 'eth_getTransactionReceipt')
    await Promise.all([sender.settleAll(), sender.settleAll()])
    expect(asked).toBe(1)
  })
})
