// Ether and dollars that are sent outside of any loan.
import { type Address, decodeFunctionData, type Hex, type LocalAccount, parseTransaction } from 'viem'
import { getBalance } from 'viem/actions'
import { beforeEach, describe, expect, test } from 'vitest'
import { faults, says } from '../../../e2e/support/node.ts'
import type { Command } from '../../commands/command.ts'
import { DOLLAR, NOBODY } from '../../loans/loan.ts'
import { mostEther } from '../../loans/transfer.ts'
import { loanLensAddress, testDollarAbi } from '../abi.ts'
import { forgeState } from './lies.testing.ts'
import {
  ana,
  book,
  client,
  dollar,
  dollarsOf,
  eva,
  faucet,
  luis,
  node,
  open,
  publish,
  raiseBaseFee,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'

withSenders()

const ETHER = 10n ** 18n
const FRESH: Address = '0x1111111111111111111111111111111111111111'

type Kind = 'sendEther' | 'sendDollars'

const KINDS: Kind[] = ['sendEther', 'sendDollars']
const AMOUNTS = { sendEther: ETHER / 4n, sendDollars: 40n * DOLLAR }

const sending = (kind: Kind, to: Address = luis.address, amount = AMOUNTS[kind]): Command => ({ kind, to, amount })

/** Balance in the currency that is sent. */
const held = (kind: Kind, account: LocalAccount) => (kind === 'sendEther' ? etherOf(account) : dollarsOf(account))

const etherOf = ({ address }: LocalAccount) => getBalance(client, { address })

beforeEach(() => faucet(ana))

describe.each(KINDS)('%s', (kind) => {
  test('arrives, once, and nothing else moves', async () => {
    const { sender, signed, permits, entry } = open(ana)
    const [before, sent] = [await held(kind, luis), await transactionsOf(ana)]
    await sender.send('a', sending(kind))
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(await held(kind, luis)).toBe(before + AMOUNTS[kind])
    expect([await transactionsOf(ana), signed.length, permits.length]).toEqual([sent + 1, 1, 0])
  })

  test('costs at most what was quoted, and more than half of it', async () => {
    const { sender, signed } = open(ana)
    for (const to of [luis.address, FRESH]) {
      const shown = await sender.quote(sending(kind, to))
      await sender.send(crypto.randomUUID(), sending(kind, to), shown)
      await sender.settleAll()
      const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(signed.at(-1) as `0x02${string}`)
      expect(gas * maxFeePerGas).toBeLessThanOrEqual(shown)
      expect(gas * maxFeePerGas * 2n).toBeGreaterThan(shown)
    }
  })

  test('a quote signs nothing, and a fee that rose is said before anything is signed', async () => {
    const { sender, signed } = open(ana)
    const shown = await sender.quote(sending(kind))
    await raiseBaseFee()
    await expect(sender.send('a', sending(kind), shown)).rejects.toMatchObject({ refusal: { name: 'FeeRose' } })
    expect(signed).toHaveLength(0)
  })

  test('closed between signing and sending: the next visit sends the very same bytes', async () => {
    const first = open(ana)
    const before = await held(kind, luis)
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await first.sender.send('a', sending(kind))
    expect(first.entry('a').stage).toMatchObject({ at: 'kept' })
    await node.heal()

    const next = open(ana, first)
    await next.sender.settleAll()
    await next.sender.settleAll()
    expect(next.entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect([next.signed.length, await held(kind, luis)]).toEqual([0, before + AMOUNTS[kind]])
  })

  test('is not sent after an hour without asking again; signed anew it takes the same turn', async () => {
    const { sender, entry } = open(ana)
    const before = await held(kind, luis)
    node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await sender.send('a', sending(kind))
    await node.heal()
    await client.increaseTime({ seconds: 7_200 })
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'kept', problem: { name: 'TooOld' } })
    await sender.replace('a', 'do')
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(await held(kind, luis)).toBe(before + AMOUNTS[kind])
  })

  test('faster: the same again with a higher fee, and only one of the two happens', async () => {
    await client.setAutomine(false)
    const { sender, entry, signed } = open(ana)
    const before = await held(kind, luis)
    await sender.send('a', sending(kind))
    await sender.replace('a', 'do', await sender.quoteReplacement('a', 'do'))
    const [slow, fast] = signed.map((bytes) => parseTransaction(bytes as `0x02${string}`))
    expect([fast?.nonce, fast?.to, fast?.value, fast?.data]).toEqual([slow?.nonce, slow?.to, slow?.value, slow?.data])
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(await held(kind, luis)).toBe(before + AMOUNTS[kind])
  })

  test('annulled: nothing in its place', async () => {
    await client.setAutomine(false)
    const { sender, entry } = open(ana)
    const before = await held(kind, luis)
    await sender.send('a', sending(kind))
    await sender.replace('a', 'annul', await sender.quoteReplacement('a', 'annul'))
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'annulled' } })
    expect(await held(kind, luis)).toBe(before)
  })

  test('to nobody, to oneself, to the dollar and to the contract is refused by name, and nothing is signed', async () => {
    const { sender, signed } = open(ana)
    const recipients = { ToNobody: NOBODY, ToMyself: ana.address, ToToken: dollar(), ToBook: book() }
    for (const [name, to] of Object.entries(recipients)) {
      for (const spelled of [to, to.toLowerCase() as Address]) {
        await expect(sender.quote(sending(kind, spelled))).rejects.toMatchObject({ refusal: { name } })
        await expect(sender.send('a', sending(kind, spelled))).rejects.toMatchObject({ refusal: { name } })
      }
    }
    expect(signed).toHaveLength(0)
  })

  test('waits its turn: not while another operation is pending', async () => {
    await client.setAutomine(false)
    const { sender, signed } = open(ana)
    await sender.send('a', publish(5))
    await expect(sender.send('b', sending(kind))).rejects.toMatchObject({ refusal: { name: 'Busy' } })
    expect(signed).toHaveLength(1)
  })

  test('bytes with another amount or recipient than what was meant are not kept, and not sent', async () => {
    for (const other of [{ value: 7n }, { to: eva.address }]) {
      const { sender, entries } = open({
        ...ana,
        signTransaction: ((transaction: object) => ana.signTransaction({ ...transaction, ...other } as never)) as never,
      })
      await expect(sender.send('a', sending(kind))).rejects.toMatchObject({ refusal: { name: 'SignedOtherwise' } })
      expect(entries()).toHaveLength(0)
    }
  })
})

test('signs an amount and a recipient for ether, and one call for dollars', async () => {
  const { signed, done } = open(ana)
  await done(sending('sendEther'))
  expect(parseTransaction(signed[0] as `0x02${string}`)).toMatchObject({
    to: luis.address.toLowerCase(),
    value: ETHER / 4n,
  })
  expect(parseTransaction(signed[0] as `0x02${string}`).data).toBeUndefined()
  await done(sending('sendDollars'))
  const { to, value = 0n, data = '0x' } = parseTransaction(signed[1] as `0x02${string}`)
  expect([to, value]).toEqual([dollar().toLowerCase(), 0n])
  expect(decodeFunctionData({ abi: testDollarAbi, data })).toEqual({
    functionName: 'transfer',
    args: [luis.address, 40n * DOLLAR],
  })
})

describe('more than there is', () => {
  test('of dollars, and without ether for the fee', async () => {
    const { sender, signed } = open(ana)
    await expect(sender.quote(sending('sendDollars', luis.address, 1_001n * DOLLAR))).rejects.toMatchObject({
      refusal: { name: 'NoDollars', args: [1_000n * DOLLAR, 1_001n * DOLLAR] },
    })
    await client.setBalance({ address: ana.address, value: 1n })
    for (const kind of KINDS) {
      await expect(sender.quote(sending(kind, luis.address, 1n))).rejects.toMatchObject({ refusal: { name: 'NoEtherForFee' } })
    }
    expect(signed).toHaveLength(0)
  })

  test('of ether, with its fee: said with both figures', async () => {
    const { sender, signed } = open(ana)
    await client.setBalance({ address: ana.address, value: ETHER })
    const fee = await sender.quote(sending('sendEther'))
    for (const [amount, cost] of [
      [2n * ETHER, 2n * ETHER],
      [ETHER, ETHER + fee],
      [ETHER - fee + 1n, ETHER + 1n],
    ] as const) {
      const refused = { refusal: { name: 'NoEther', args: [ETHER, cost] } }
      await expect(sender.quote(sending('sendEther', luis.address, amount))).rejects.toMatchObject(refused)
      await expect(sender.send('a', sending('sendEther', luis.address, amount))).rejects.toMatchObject(refused)
    }
    await sender.quote(sending('sendEther', luis.address, ETHER - fee))
    expect(signed).toHaveLength(0)
  })
})

describe('all there is', () => {
  test('every dollar', async () => {
    const { done } = open(ana)
    await done(sending('sendDollars', luis.address, await dollarsOf(ana)))
    expect(await dollarsOf(ana)).toBe(0n)
  })

  test('of ether leaves enough for the fee and for speeding up', async () => {
    await client.setAutomine(false)
    await client.setBalance({ address: ana.address, value: ETHER })
    const { sender, entry } = open(ana)
    const fee = await sender.quote(sending('sendEther'))
    const most = mostEther(ETHER, fee)
    expect(ETHER - most).toBe((fee * 5n) / 4n)
    await sender.send('a', sending('sendEther', FRESH, most), fee)
    await sender.replace('a', 'do')
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(await getBalance(client, { address: FRESH })).toBe(most)
  })

  test('of ether, while the fee tripled: nothing is signed', async () => {
    await client.setBalance({ address: ana.address, value: ETHER })
    const { sender, signed } = open(ana)
    const fee = await sender.quote(sending('sendEther'))
    await raiseBaseFee()
    await expect(sender.send('a', sending('sendEther', FRESH, mostEther(ETHER, fee)), fee)).rejects.toMatchObject({
      refusal: { name: 'FeeRose' },
    })
    expect(signed).toHaveLength(0)
  })
})

describe('to a contract', () => {
  // PUSH0 PUSH0 REVERT, and one that reverts with the selector of an error of ours, `Overflow()`.
  const REVERTS: Hex = '0x5f5ffd'
  const IMITATES: Hex = '0x6335278d125f526004601cfd'

  test('that takes no ether: refused before anything is signed, whatever it says', async () => {
    const { sender, signed } = open(ana)
    for (const bytecode of [REVERTS, IMITATES]) {
      await client.setCode({ address: FRESH, bytecode })
      const refused = { refusal: { name: 'RecipientRefuses' } }
      await expect(sender.quote(sending('sendEther', FRESH))).rejects.toMatchObject(refused)
      await expect(sender.send('a', sending('sendEther', FRESH))).rejects.toMatchObject(refused)
    }
    await expect(sender.quote(sending('sendEther', loanLensAddress))).rejects.toMatchObject({
      refusal: { name: 'RecipientRefuses' },
    })
    expect(signed).toHaveLength(0)
  })

  test('that stops taking it before the block: that is why it was reverted', async () => {
    await client.setAutomine(false)
    const { sender, entry } = open(ana)
    // STOP: takes everything.
    await client.setCode({ address: FRESH, bytecode: '0x00' })
    await sender.send('a', sending('sendEther', FRESH))
    await client.setCode({ address: FRESH, bytecode: IMITATES })
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ outcome: { kind: 'reverted', refusal: { name: 'RecipientRefuses' } } })
  })

  test('that takes more gas than a plain transfer: the fee that is shown says so', async () => {
    const { sender, signed } = open(ana)
    const plain = await sender.quote(sending('sendEther'))
    // Writes the sender into its storage.
    await client.setCode({ address: FRESH, bytecode: '0x335f5500' })
    const shown = await sender.quote(sending('sendEther', FRESH))
    expect(shown).toBeGreaterThan(plain)
    await sender.send('a', sending('sendEther', FRESH), shown)
    expect(signed).toHaveLength(1)
    expect(await getBalance(client, { address: FRESH })).toBe(ETHER / 4n)
  })
})

describe('dollars that were spent elsewhere meanwhile', () => {
  test('the transfer is reverted, and its reason is said', async () => {
    await client.setAutomine(false)
    const { sender, entry } = open(ana)
    await sender.send('a', sending('sendDollars'))
    await client.setTokens(dollar(), ana.address, 1n)
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ outcome: { kind: 'reverted', refusal: { name: 'InsufficientBalance' } } })
  })
})

describe('a node that lies', () => {
  test('about the balance: it is signed for no more than that, no node takes it, and it can be annulled', async () => {
    const { sender, entry } = open(ana)
    await client.setBalance({ address: ana.address, value: ETHER })
    node.breakWith(forgeState({ ethBalance: 100n * ETHER }), 'eth_call', 'eth_estimateGas')
    await sender.send('a', sending('sendEther', luis.address, 5n * ETHER))
    expect(entry('a').stage).toMatchObject({ at: 'kept', problem: { name: 'NotTaken' } })
    await node.heal()
    await sender.replace('a', 'annul')
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'annulled' } })
    expect(await etherOf(ana)).toBeGreaterThan((ETHER * 9n) / 10n)
  })

  test('about the gas: too much is refused', async () => {
    const { sender, signed } = open(ana)
    for (const kind of KINDS) {
      node.breakWith(says('0xfffffff'), 'eth_estimateGas')
      await expect(sender.send('a', sending(kind))).rejects.toMatchObject({ refusal: { name: 'FeeTooHigh' } })
    }
    expect(signed).toHaveLength(0)
  })
})

test('of finished operations ten are kept, and beyond these the last one to each recipient', async () => {
  const { done, entries } = open(ana)
  await done(sending('sendEther', luis.address, 1n))
  await done(sending('sendEther', eva.address, 2n))
  await done(sending('sendDollars', luis.address, 3n))
  for (let more = 0; more < 10; more++) await done(publish(1))
  const kept = entries().flatMap(({ command }) => ('to' in command && 'amount' in command ? [[command.to, command.amount]] : []))
  expect(kept).toEqual([
    [eva.address, 2n],
    [luis.address, 3n],
  ])
})
