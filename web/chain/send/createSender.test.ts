import { decodeFunctionData, type Hex, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { faults, says } from '../../../e2e/support/node.ts'
import type { Command } from '../../commands/command.ts'
import { type ActiveLoan, DOLLAR, type Offer } from '../../loans/loan.ts'
import { loanBookAbi } from '../abi.ts'
import {
  ana,
  book,
  client,
  dollarsOf,
  eva,
  faucet,
  listen,
  luis,
  newest,
  node,
  open,
  publish,
  raiseBaseFee,
  reload,
  standBefore,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'
import type { Signer } from './signer.ts'

withSenders()

describe('one path for all commands', () => {
  test('P6 an offer is published in one transaction, and its dollars are in the book', async () => {
    const { sender, entry } = open(ana)
    const [before, sent] = [await dollarsOf(ana), await transactionsOf(ana)]
    await sender.send('a', publish(50))
    await sender.settleAll()
    const made = (await newest()).id
    expect(entry('a')).toMatchObject({ stage: { at: 'done', outcome: { kind: 'confirmed', made } } })
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
    await expect(sender.send('a', { kind: 'acceptOffer', offer })).rejects.toMatchObject({ refusal: { name: 'OwnLoan' } })
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

describe('a node that lies', () => {
  test('of another chain: nothing is signed', async () => {
    const { sender, signed, permits } = open(ana)
    // The contracts have the same addresses there.
    await standBefore({ chainId: 11_155_111 })
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'WrongChain' } })
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
    node.breakWith(says('0xfffffff'), 'eth_estimateGas')
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'FeeTooHigh' } })
    expect(signed).toHaveLength(0)
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
    await sender.quoteSample(publish(5))
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
    await expect(sender.quote({ kind: 'acceptOffer', offer })).rejects.toMatchObject({ refusal: { name: 'OwnLoan' } })
    await expect(sender.quote(publish(1_000_000))).rejects.toMatchObject({ refusal: { name: 'NoDollars' } })
    const loan = {
      ...offer,
      status: 'active',
      borrower: ana.address,
      startedAt: 1,
      dueAt: 2,
      repaid: 0n,
      noted: 0n,
    } as ActiveLoan
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

  test('a fee that no longer suffices is refused with the new one before anything is signed', async () => {
    const { sender, signed } = open(ana)
    const offer = (await newest(1n)) as Offer
    const [publishing, canceling] = [publish(5), { kind: 'cancelOffer', offer } as const]
    const shown = { publish: await sender.quote(publishing), cancel: await sender.quote(canceling) }
    await raiseBaseFee()
    const now = await sender.quote(canceling)
    await expect(sender.send('a', publishing, shown.publish)).rejects.toMatchObject({ refusal: { name: 'FeeRose' } })
    await expect(sender.send('a', canceling, shown.cancel)).rejects.toMatchObject({ refusal: { name: 'FeeRose', args: [now] } })
    expect(signed).toHaveLength(0)
    await sender.send('a', canceling, now)
    expect(signed).toHaveLength(1)
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

  test('publishing takes 6 requests, accepting and paying 9, the quote included', async () => {
    // As on Sepolia: the local chain is asked for its block 0 too, because it may be reset under an open page.
    await standBefore({ chainId: 11155111 })
    await reload()
    const { sender } = open(luis)
    await faucet(luis)
    const asked = listen()
    const count = async (command: Command) => {
      asked.length = 0
      const shown = await sender.quote(command)
      await sender.send(crypto.randomUUID(), command, shown)
      const { length } = asked
      await sender.settleAll()
      return length
    }
    await sender.send('a', publish(5))
    expect(asked).toHaveLength(6)
    await sender.settleAll()
    expect(await count({ kind: 'acceptOffer', offer: (await newest(1n)) as Offer })).toBe(9)
    expect(await count({ kind: 'repay', loan: (await newest(1n)) as ActiveLoan, amount: DOLLAR })).toBe(9)
  })

  test('a permit ends an hour after it was signed, by the earlier of two clocks', async () => {
    await standBefore({ chainId: 11155111 })
    await client.increaseTime({ seconds: 1_800 })
    await client.mine({ blocks: 1 })
    const { sender, signed } = open(ana)
    await sender.send('a', publish(5))
    const { data = '0x' } = parseTransaction((signed[0] ?? '0x') as `0x02${string}`)
    const deadline = Number(callsIn(data)[0]?.args?.[1])
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

test('bytes that say something else than what was meant are not kept, and not sent', async () => {
  const { sender, entries } = open({
    ...ana,
    signTransaction: ((transaction: Parameters<Signer['signTransaction']>[0]) =>
      ana.signTransaction({ ...transaction, chainId: 1 })) as never,
  })
  await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'SignedOtherwise' } })
  expect(entries()).toHaveLength(0)
})

test('the bytes that are sent are the command and nothing else', async () => {
  const { sender, signed } = open(ana)
  await sender.send('a', publish(5, luis))
  const { to, data = '0x', value = 0n } = parseTransaction((signed[0] ?? '0x') as `0x02${string}`)
  expect([to?.toLowerCase(), value]).toEqual([book().toLowerCase(), 0n])
  const terms = { principal: 5n * DOLLAR, duration: 2_592_000n, apr: 1250n, instalments: 1n }
  const [permit, ...others] = callsIn(data)
  expect([permit?.functionName, permit?.args?.[0]]).toEqual(['permit', 5n * DOLLAR])
  expect(others).toEqual([{ functionName: 'createOfferFor', args: [luis.address, terms, 'Para la moto', 0n] }])
})

/** The calls in a multicall of the book. */
function callsIn(data: Hex) {
  const { functionName, args } = decodeFunctionData({ abi: loanBookAbi, data })
  if (functionName !== 'multicall') throw new Error('This is no multicall')
  return args[0].map((call) => decodeFunctionData({ abi: loanBookAbi, data: call }))
}
