import { decodeFunctionData, encodeFunctionData, type Hex, type LocalAccount, parseTransaction } from 'viem'
import { getBlock, getTransactionCount, readContract, sendRawTransaction } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '../../devchain/people.ts'
import { type Chain, startChain } from '../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../devchain/testClient.ts'
import { createTransactionSender as createDevSender } from '../../devchain/transactionSender.ts'
import { faults, type Node, says, startNode } from '../../e2e/node.ts'
import type { Command } from '../loans/command.ts'
import type { ActiveLoan, Loan, Offer } from '../loans/loan.ts'
import { loanBookAbi, testDollarAbi } from './abi.ts'
import { decodeLoan } from './decodeLoan.ts'
import type { Entry, Store } from './outbox.ts'
import type { Purpose } from './sendCommand.ts'
import type { Signer } from './signer.ts'
import { createLock, type Lock, type MemoryStore, memoryStore, PLENTY } from './testing.ts'

const DOLLAR = 1_000_000n
const { ana, luis, eva } = people

let chain: Chain
let node: Node
let client: TestClient
let createSender: typeof import('./sendCommand.ts').createSender

beforeAll(async () => {
  node = await startNode()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', node.url)
  ;({ createSender } = await import('./sendCommand.ts'))
})

afterAll(() => node.stop())

beforeEach(() => standBefore({ chainId: 31337 }))

afterEach(() => node.heal())

describe('one path for all commands', () => {
  test('P6 an offer is published in one transaction, and its dollars are in the book', async () => {
    const { sender, entry } = open(ana)
    const [before, sent] = [await dollarsOf(ana), await transactionsOf(ana)]
    await sender.send('a', publish(50))
    await sender.settleAll()
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed' } } })
    expect(await dollarsOf(ana)).toBe(before - 50n * DOLLAR)
    expect(await transactionsOf(ana)).toBe(sent + 1)
    expect(await newest()).toMatchObject({ principal: 50n * DOLLAR, apr: 1250, note: 'Para la moto', borrower: undefined })
  })

  test('an offer for one borrower, accepting, paying in two parts, canceling, and the faucet', async () => {
    const [lender, borrower] = [open(ana), open(luis)]
    await lender.done(publish(60, luis))
    const offer = (await newest()) as Offer
    expect(offer.borrower).toBe(luis.address)
    await borrower.done({ kind: 'acceptOffer', offer })
    const loan = (await newest()) as ActiveLoan
    const before = await dollarsOf(ana)
    await borrower.done({ kind: 'repay', loan, amount: 20n * DOLLAR })
    await borrower.done({ kind: 'repay', loan, amount: 100n * DOLLAR })
    expect(borrower.entries().at(-1)?.stage).toMatchObject({ outcome: { paid: 40_616_439n } })
    expect((await newest()).status).toBe('repaid')
    expect(await dollarsOf(ana)).toBe(before + 60_616_439n)

    await lender.done(publish(10))
    await lender.done({ kind: 'cancelOffer', offer: (await newest()) as Offer })
    expect((await newest()).status).toBe('cancelled')

    await client.increaseTime({ seconds: 3_600 })
    await client.mine({ blocks: 1 })
    await lender.done({ kind: 'faucet' })
    expect(await dollarsOf(ana)).toBe(before + 60_616_439n + 1_000n * DOLLAR)
  })

  test('a command that the contract refuses is refused before anything is signed', async () => {
    const { sender, signed } = open(ana)
    const offer = (await newest(1n)) as Offer
    expect(offer.lender).toBe(ana.address)
    await expect(sender.send('a', { kind: 'acceptOffer', offer })).rejects.toMatchObject({ refusal: { name: 'OwnOffer' } })
    await expect(sender.send('a', { kind: 'withdraw', amount: 1n })).rejects.toMatchObject({
      refusal: { name: 'NothingToWithdraw', args: [ana.address] },
    })
    // Ana drew her dollars when the chain was started.
    await expect(sender.send('a', { kind: 'faucet' })).rejects.toMatchObject({ refusal: { name: 'DrawTooSoon' } })
    expect(signed).toHaveLength(0)
  })

  test('without ether, dollars or an answer nothing is signed, and each is told apart', async () => {
    const { sender, signed } = open(eva)
    await expect(sender.send('a', publish(1_000_000))).rejects.toMatchObject({ refusal: { name: 'NoDollars' } })
    await client.setBalance({ address: eva.address, value: 1n })
    await expect(sender.send('a', publish(1))).rejects.toMatchObject({ refusal: { name: 'NoEtherForFee' } })
    node.breakWith(faults.rpcError)
    await expect(sender.send('a', publish(1))).rejects.toMatchObject({ refusal: { name: 'RefusedByNode' } })
    node.breakWith(faults.garbledAnswer)
    await expect(sender.send('a', publish(1))).rejects.toMatchObject({ refusal: { name: 'NoNetwork' } })
    node.breakWith(faults.hangUp)
    await expect(sender.send('a', publish(1))).rejects.toMatchObject({ refusal: { name: 'NoNetwork' } })
    expect(signed).toHaveLength(0)
  })

  test('what cannot be kept is not sent', async () => {
    const { sender, store } = open(ana)
    const sent = await transactionsOf(ana)
    store.write = () => Promise.reject(new Error('full'))
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'NotKept' } })
    expect(await transactionsOf(ana)).toBe(sent)
  })

  test('it is kept before the first byte leaves', async () => {
    const { sender, store } = open(ana)
    let kept: string | undefined
    node.breakWith(({ hangUp }) => {
      kept = store.text
      hangUp()
    }, 'eth_sendRawTransaction')
    await sender.send('a', publish(5))
    expect(kept).toContain('"intent":"a"')
    expect(kept).toBe(store.text)
  })
})

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
    node.breakWith(says(`0x${before.toString(16)}`), 'eth_getTransactionCount')
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
    await expect(sender.send('c', { kind: 'acceptOffer', offer: agreed })).rejects.toMatchObject({
      refusal: { name: 'LoanChanged' },
    })

    await sender.replace('b', 'annul')
    await client.mine({ blocks: 3 })
    await sender.settleAll()
    expect(entry('b').stage).toMatchObject({ at: 'done', outcome: { kind: 'annulled' } })
  })
})

describe('a node that lies', () => {
  test('about its chain: nothing is signed', async () => {
    const { sender, signed, permits } = open(ana)
    for (const lie of ['0x1', '0xaa36a7']) {
      node.breakWith(says(lie), 'eth_chainId')
      await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'WrongChain' } })
    }
    expect([...signed, ...permits]).toHaveLength(0)
  })

  test('about the nonce, behind what has ended: it is not signed again', async () => {
    const { sender, entry, done } = open(ana)
    const before = await transactionsOf(ana)
    await done(publish(5))
    node.breakWith(says(`0x${before.toString(16)}`), 'eth_getTransactionCount')
    await sender.send('b', publish(6))
    expect(entry('b').nonce).toBe(before + 1)
  })

  test('about the fee: nothing is signed', async () => {
    const { sender, signed } = open(ana)
    const dear = { oldestBlock: '0x1', baseFeePerGas: ['0x1', '0xae9f7bcc000'], gasUsedRatio: [0], reward: [['0x0']] }
    node.breakWith(says(dear), 'eth_feeHistory')
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'FeeTooHigh' } })
    node.breakWith(says('0xffffff'), 'eth_estimateGas')
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'FeeTooHigh' } })
    expect(signed).toHaveLength(0)
  })

  test('about the nonce, too high: it waits, in sight, and happens at most once', async () => {
    const { sender, entry } = open(ana)
    const [before, count] = [await dollarsOf(ana), await transactionsOf(ana)]
    node.breakWith(says(`0x${(count + 1).toString(16)}`), 'eth_getTransactionCount')
    await sender.send('a', publish(5))
    await node.heal()
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'kept' })
    // The honest nonce is still free; once it is used, the turn of the other has come.
    await sender.send('b', publish(6))
    await sender.settleAll()
    await sender.settleAll()
    expect([entry('a').stage, entry('b').stage]).toMatchObject([
      { at: 'done', outcome: { kind: 'reverted' } },
      { at: 'done', outcome: { kind: 'confirmed' } },
    ])
    expect(await dollarsOf(ana)).toBe(before - 6n * DOLLAR)
  })

  test('about the nonce, too low: it is refused, and known for one that can never happen', async () => {
    const { sender, entry } = open(ana)
    const before = await dollarsOf(ana)
    node.breakWith(says('0x0'), 'eth_getTransactionCount')
    await sender.send('a', publish(5))
    expect(entry('a').stage).toMatchObject({ at: 'kept', problem: { name: 'NotTaken' } })
    await node.heal()
    await sender.settleAll()
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'replaced' } })
    expect(await dollarsOf(ana)).toBe(before)
  })
})

describe('what was shown is what is signed', () => {
  test('a quote signs nothing', async () => {
    const { sender, signed, permits } = open(luis)
    await faucet(luis)
    const offer = (await newest(1n)) as Offer
    await sender.quote(publish(5))
    await sender.priceOfGas()
    await sender.quote({ kind: 'acceptOffer', offer })
    await sender.send('a', { kind: 'acceptOffer', offer })
    await sender.settleAll()
    const loan = (await newest(1n)) as ActiveLoan
    await sender.quote({ kind: 'repay', loan, amount: DOLLAR })
    expect([signed.length, permits.length]).toEqual([1, 0])
  })

  test('a quote tells what would be refused', async () => {
    const { sender } = open(ana)
    const offer = (await newest(1n)) as Offer
    await expect(sender.quote({ kind: 'acceptOffer', offer })).rejects.toMatchObject({ refusal: { name: 'OwnOffer' } })
    await expect(sender.quote(publish(1_000_000))).rejects.toMatchObject({ refusal: { name: 'NoDollars' } })
    const loan = { ...offer, status: 'active', borrower: eva.address, startedAt: 1, dueAt: 2, repaid: 0n } as ActiveLoan
    await expect(sender.quote({ kind: 'repay', loan, amount: 1n })).rejects.toMatchObject({ refusal: { name: 'LoanChanged' } })
    await client.setBalance({ address: ana.address, value: 1n })
    await expect(sender.quote(publish(1))).rejects.toMatchObject({ refusal: { name: 'NoEtherForFee' } })
  })

  test('the fee of each command is at most the one that was quoted, and more than half of it', async () => {
    const [lender, borrower] = [open(ana), open(luis)]
    await faucet(luis)
    const check = async (tab: typeof lender, command: Command) => {
      const shown = await tab.sender.quote(command)
      await tab.sender.send(crypto.randomUUID(), command, shown)
      await tab.sender.settleAll()
      const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(tab.signed.at(-1) as `0x02${string}`)
      expect(gas * maxFeePerGas).toBeLessThanOrEqual(shown)
      expect(gas * maxFeePerGas * 2n).toBeGreaterThan(shown)
    }
    for (const note of ['', 'x'.repeat(31), 'x'.repeat(32), 'x'.repeat(280)]) await check(lender, publish(5, luis, note))
    const offer = (await newest()) as Offer
    await check(borrower, { kind: 'acceptOffer', offer })
    const loan = (await newest()) as ActiveLoan
    await check(borrower, { kind: 'repay', loan, amount: DOLLAR })
    await check(borrower, { kind: 'repay', loan, amount: 100n * DOLLAR })
    await check(lender, { kind: 'cancelOffer', offer: (await newest(offer.id - 1n)) as Offer })
  })

  test('a fee that rose by more than a quarter is said before anything is signed', async () => {
    const { sender, signed, permits } = open(ana)
    const offer = (await newest(1n)) as Offer
    const [publishing, canceling] = [publish(5), { kind: 'cancelOffer', offer } as const]
    const shown = { publish: await sender.quote(publishing), cancel: await sender.quote(canceling) }
    await raiseBaseFee()
    const now = { publish: await sender.quote(publishing), cancel: await sender.quote(canceling) }
    expect(now.publish).toBeGreaterThan((shown.publish * 5n) / 4n)
    await expect(sender.send('a', publishing, shown.publish)).rejects.toMatchObject({
      refusal: { name: 'FeeRose', args: [now.publish] },
    })
    await expect(sender.send('a', canceling, shown.cancel)).rejects.toMatchObject({ refusal: { name: 'FeeRose' } })
    await expect(sender.send('a', canceling, 0n)).rejects.toMatchObject({ refusal: { name: 'FeeRose' } })
    expect([...signed, ...permits]).toHaveLength(0)
    await sender.send('a', publishing, now.publish)
    expect(signed).toHaveLength(1)
  })

  test('a fee that rose by a quarter passes, and one wei less shown does not', async () => {
    const { sender } = open(ana)
    const offer = (await newest(1n)) as Offer
    const fee = await sender.quote({ kind: 'cancelOffer', offer })
    const least = (fee * 4n + 4n) / 5n
    await expect(sender.send('a', { kind: 'cancelOffer', offer }, least - 1n)).rejects.toMatchObject({
      refusal: { name: 'FeeRose', args: [fee] },
    })
    await sender.send('a', { kind: 'cancelOffer', offer }, least)
  })

  test('speeding up and annulling cost at most what was quoted', async () => {
    await client.setAutomine(false)
    const { sender, signed } = open(ana)
    await sender.send('a', publish(5))
    for (const purpose of ['do', 'annul'] as const) {
      const shown = await sender.quoteReplacement('a', purpose)
      const before = signed.length
      await expect(sender.replace('a', purpose, shown / 2n)).rejects.toMatchObject({ refusal: { name: 'FeeRose' } })
      expect(signed).toHaveLength(before)
      await sender.replace('a', purpose, shown)
      const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(signed.at(-1) as `0x02${string}`)
      expect(gas * maxFeePerGas).toBeLessThanOrEqual(shown)
    }
  })

  test('publishing takes 7 requests, accepting 10 and paying 9, the quote included', async () => {
    // As on Sepolia: the local chain is asked for its block 0 too, because it may be reset under an open page.
    await standBefore({ chainId: 11155111 })
    const { sender } = open(luis)
    await faucet(luis)
    const methods: string[] = []
    node.breakWith(async ({ method, ask, answer }) => {
      methods.push(method)
      answer(await ask())
    })
    const count = async (act: () => Promise<void>) => {
      methods.length = 0
      await act()
      return methods.length
    }
    const quoteAndSend = async (command: Command) => sender.send(crypto.randomUUID(), command, await sender.quote(command))
    expect(await count(() => sender.send('a', publish(5)))).toBe(7)
    await sender.settleAll()
    const offer = (await newest(1n)) as Offer
    expect(await count(() => quoteAndSend({ kind: 'acceptOffer', offer }))).toBe(10)
    await sender.settleAll()
    const loan = (await newest(1n)) as ActiveLoan
    expect(await count(() => quoteAndSend({ kind: 'repay', loan, amount: DOLLAR }))).toBe(9)
  })

  test('a permit ends an hour after it was signed, by the earlier of two clocks', async () => {
    await standBefore({ chainId: 11155111 })
    await client.increaseTime({ seconds: 1_800 })
    await client.mine({ blocks: 1 })
    const { sender, signed } = open(ana)
    await sender.send('a', publish(5))
    const { data = '0x' } = parseTransaction((signed[0] ?? '0x') as `0x02${string}`)
    const deadline = Number(decodeFunctionData({ abi: loanBookAbi, data }).args?.[4])
    expect(deadline).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3_600)
  })

  test('a chain whose clock is far ahead of this device gets no permit', async () => {
    await standBefore({ chainId: 11155111 })
    await client.increaseTime({ seconds: 365 * 86_400 })
    await client.mine({ blocks: 1 })
    const { sender, signed, permits } = open(ana)
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'ClockOff' } })
    expect([...signed, ...permits]).toHaveLength(0)
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

test('bytes that say something else than what was meant are not kept, and not sent', async () => {
  const { sender, entries } = open({
    ...ana,
    signTransaction: ((transaction: Parameters<Signer['signTransaction']>[0]) =>
      ana.signTransaction({ ...transaction, chainId: 1 })) as never,
  })
  await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'SignedOtherwise' } })
  expect(entries()).toHaveLength(0)
})

test('what is kept belongs to one account on one chain', async () => {
  const { sender, names } = open(ana)
  await sender.send('a', publish(5))
  const { hash } = await getBlock(client, { blockNumber: 0n })
  expect(names).toEqual([`${ana.address}.31337.${hash}`])
})

test('a local chain that is reset under an open page has an outbox of its own, and gets nothing of the old one', async () => {
  await client.setAutomine(false)
  const stores = new Map<string, MemoryStore>()
  const { sender, names, entries } = open(ana, undefined, (name) => {
    const store = stores.get(name) ?? memoryStore()
    stores.set(name, store)
    return store
  })
  await sender.send('a', publish(5))
  await sender.settleAll()
  expect(entries()).toHaveLength(1)

  await standBefore({ chainId: 31337 })
  const before = await transactionsOf(ana)
  await sender.settleAll()
  expect(entries()).toEqual([])
  expect(new Set(names).size).toBe(2)
  expect(await transactionsOf(ana)).toBe(before)
  await sender.send('b', publish(5))
  expect(entries().map(({ intent }) => intent)).toEqual(['b'])
  expect([...stores.values()].map(({ text }) => text?.match(/"intent":"(.)"/)?.[1])).toEqual(['a', 'b'])
})

describe('signed operations that cannot be read', () => {
  test('damaged: nothing is sent or settled until they are set aside, as they are; then it goes on', async () => {
    const { sender, store, signed, entries, entry } = open(ana)
    await sender.send('a', publish(5))
    const damaged = (store.text ?? '').replace('"intent"', '"intend"')
    store.text = damaged
    await expect(sender.settleAll()).rejects.toMatchObject({ refusal: { name: 'OutboxDamaged' } })
    await expect(sender.send('b', publish(5))).rejects.toMatchObject({ refusal: { name: 'OutboxDamaged' } })
    expect([store.text, signed.length]).toEqual([damaged, 1])

    await sender.setAsideDamaged()
    expect([store.text, store.aside]).toEqual([undefined, [damaged]])
    expect(entries()).toEqual([])
    await sender.send('b', publish(5))
    await sender.settleAll()
    expect(entry('b').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(store.aside).toEqual([damaged])
  })

  test('damaged, and there is no place to set them aside: they stay, and so does the refusal', async () => {
    const { sender, store } = open(ana)
    const setAside = () => Promise.reject(new Error('full'))
    store.read = async () => [{ text: undefined, setAside }]
    await expect(sender.setAsideDamaged()).rejects.toMatchObject({ refusal: { name: 'NotKept' } })
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'OutboxDamaged' } })
  })

  test('a node that claims an impossible block does not damage them', async () => {
    await client.setAutomine(false)
    const { sender, entry } = open(ana)
    await sender.send('a', publish(5))
    node.breakWith(async ({ ask, answer, params }) => {
      const text = await ask()
      const number = `"number":"0x${'f'.repeat(60)}"`
      answer(params[0] === 'latest' ? text.replace(/"number":"0x[0-9a-f]+"/, number) : text)
    }, 'eth_getBlockByNumber')
    await sender.settleAll().catch(() => {})
    await node.heal()
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  })

  test('of a later version: said as such, and never set aside', async () => {
    const { sender, store } = open(ana)
    store.text = '{"version":3,"entries":[]}'
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'OutboxNewer' } })
    await expect(sender.setAsideDamaged()).rejects.toMatchObject({ refusal: { name: 'OutboxNewer' } })
    expect([store.text, store.aside]).toEqual(['{"version":3,"entries":[]}', []])
  })

  test('storage that does not answer: said as such, not as a network that is down', async () => {
    const { sender, store, signed } = open(ana)
    store.read = () => Promise.reject(new Error('blocked'))
    for (const attempt of [sender.settleAll(), sender.send('a', publish(5))]) {
      await expect(attempt).rejects.toMatchObject({ refusal: { name: 'OutboxUnreadable' } })
    }
    expect(signed).toHaveLength(0)
  })
})

test('the bytes that are sent are the command and nothing else', async () => {
  const { sender, signed } = open(ana)
  await sender.send('a', publish(5, luis))
  const { to, data = '0x', value = 0n } = parseTransaction((signed[0] ?? '0x') as `0x02${string}`)
  expect([to?.toLowerCase(), value]).toEqual([book().toLowerCase(), 0n])
  const { functionName, args } = decodeFunctionData({ abi: loanBookAbi, data })
  expect(functionName).toBe('createOfferWithPermit')
  const terms = { principal: 5n * DOLLAR, duration: 2_592_000n, apr: 1250n, instalments: 1n }
  expect(args?.slice(0, 4)).toEqual([luis.address, terms, 'Para la moto', 0n])
})

// ── What the tests need ──────────────────────────────────────────────────────────────────────────────────────────

type Tab = { store: MemoryStore; names: string[]; lock: Lock }

/** A tab of somebody's browser; another one where there was one before. */
function open(account: LocalAccount, before?: Tab, storeFor?: (name: string) => Store) {
  const signed: Hex[] = []
  const permits: Hex[] = []
  const names: string[] = []
  let entries: readonly Entry[] = []
  const store = before?.store ?? memoryStore()
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
    place: { book: book(), chainId: chainId() },
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
    send: (intent: string, command: Command, shownFee = PLENTY) => real.send(intent, command, shownFee),
    replace: (intent: string, purpose: Purpose, shownFee = PLENTY) => real.replace(intent, purpose, shownFee),
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

function publish(dollars: number, borrower?: LocalAccount, note = 'Para la moto'): Command {
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
async function sendElsewhere(
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

/** A block costs three times as much. */
async function raiseBaseFee() {
  const { baseFeePerGas } = await getBlock(client)
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: (baseFeePerGas ?? 0n) * 3n })
  await client.mine({ blocks: 1 })
}

async function faucet(account: LocalAccount) {
  await client.setTokens(dollar(), account.address, 1_000n * DOLLAR)
}

/** Eva takes it in the same block, and pays more for her place in it. */
async function loseRace({ id }: Offer) {
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'acceptOffer', args: [id] })
  await sendElsewhere(eva, { nonce: await transactionsOf(eva), to: book(), data })
  await client.mine({ blocks: 1 })
}

async function publishElsewhere(account: LocalAccount, principal: bigint) {
  const { send } = await createDevSender({ transport: chain.transport, account })
  await client.setTokens(dollar(), account.address, principal)
  await send({
    to: dollar(),
    data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [book(), principal] }),
  })
  const args = [principal, 86_400n, 100n, ''] as const
  await send({ to: book(), data: encodeFunctionData({ abi: loanBookAbi, functionName: 'createOffer', args }) })
}

async function newest(id?: bigint): Promise<Loan> {
  const of = { address: book(), abi: loanBookAbi } as const
  const wanted = id ?? (await readContract(client, { ...of, functionName: 'nextId' })) - 1n
  const [loan, comment] = await readContract(client, { ...of, functionName: 'detailsOf', args: [wanted] })
  return decodeLoan({
    id: wanted,
    loan,
    comment,
    record: { taken: 0n, repaid: 0n, repaidLate: 0n, repaidDollars: 0n },
  }).loan
}

function dollarsOf({ address }: LocalAccount): Promise<bigint> {
  return readContract(client, { address: dollar(), abi: testDollarAbi, functionName: 'balanceOf', args: [address] })
}

function transactionsOf({ address }: LocalAccount): Promise<number> {
  return getTransactionCount(client, { address })
}

function hashOf({ transactions }: Entry) {
  const last = transactions.at(-1)
  if (!last) throw new Error('An entry without a transaction')
  return last.hash
}

function book() {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment.loanBook
}

function dollar() {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment.dollar
}

function chainId() {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment.chainId
}

/** From now on the node is one of a new chain. */
async function standBefore(options: { chainId: number }) {
  chain = await startChain(options)
  client = createChainClient(chain.transport)
  node.standBefore(async () => chain)
}
