// Compares the shown fee with the paid fee, under the current rules and the previous rules.
import type { Hex, LocalAccount } from 'viem'
import { getBalance, getTransactionReceipt } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { compileTestToken } from '../../../contracts/compile.ts'
import { type Fault, says } from '../../../e2e/support/node.ts'
import type { Command } from '../../commands/command.ts'
import { MAX_FEE } from '../../loans/feeLimit.ts'
import { type ActiveLoan, DOLLAR, type Offer, type Request } from '../../loans/loan.ts'
import { mostEther } from '../../loans/transfer.ts'
import type { Wei } from '../../loans/units.ts'
import {
  ana,
  client,
  dealIn,
  dollar,
  eva,
  faucet,
  listen,
  luis,
  newest,
  node,
  open,
  publish,
  standBefore,
  withSenders,
} from './senders.testing.ts'

withSenders()

type Tab = ReturnType<typeof open>

const FRESH = '0x1111111111111111111111111111111111111111'
const TOO_MANY = { code: -32602, message: 'too many arguments, want at most 2' }
const NOTES = ['', 'x'.repeat(24), 'x'.repeat(100), 'ñ'.repeat(140)]

const ask = (lender?: LocalAccount, note = 'Para la moto'): Command => {
  const terms = { principal: 120n * DOLLAR, apr: 1000, duration: 90 * 86_400, instalments: 3, openDays: 30, note }
  return { kind: 'createRequest', request: { ...terms, lender: lender?.address } }
}

/** Raises the base fee far above the tip, because the shown fee leaves room for the base fee to rise. */
async function raiseTo(gwei: bigint): Promise<void> {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei * 10n ** 9n })
  await client.mine({ blocks: 1 })
}

/** Sends a command at its quoted fee, and compares that with the fee that was paid. */
async function expectFair(
  tab: Tab,
  command: Command,
  { quoted, times = 3n }: { quoted?: Wei | undefined; times?: bigint } = {},
): Promise<void> {
  await raiseTo(10n)
  const shown = quoted ?? (await tab.sender.quote(command))
  const intent = crypto.randomUUID()
  await tab.sender.send(intent, command, shown)
  await tab.sender.settleAll()
  const { stage, transactions } = tab.entry(intent)
  expect(stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  const { gasUsed, effectiveGasPrice } = await getTransactionReceipt(client, { hash: transactions[0]?.hash as Hex })
  const paid = gasUsed * effectiveGasPrice
  expect(paid, command.kind).toBeLessThanOrEqual(shown)
  expect(shown, command.kind).toBeLessThanOrEqual(times * paid)
}

describe.each([
  ['Amsterdam', []],
  ['Osaka', ['long']],
] as const)('the fee shown under %s is at least the fee paid, and at most three times it', (hardfork, tags) => {
  test.each(NOTES)('for an offer and a request with the note “%s”', { tags: [...tags] }, async (note) => {
    await standBefore({ chainId: 31337, hardfork })
    await expectFair(open(ana), publish(5, undefined, note))
    await expectFair(open(luis), ask(eva, note))
  })

  test('for newcomers, full lists, payments, links and transfers', { tags: [...tags] }, async () => {
    await standBefore({ chainId: 31337, hardfork })
    await faucet(luis)
    const [lender, borrower] = [open(ana), open(luis)]
    for (let round = 0; round < 5; round++) {
      await expectFair(lender, publish(5))
      await expectFair(borrower, { kind: 'acceptOffer', offer: (await newest()) as Offer })
    }
    // The limit covers the slot of the permit's allowance, which the book clears and the network refunds.
    for (const amount of [DOLLAR, 10n * DOLLAR]) {
      await expectFair(borrower, { kind: 'repay', loan: (await newest()) as ActiveLoan, amount }, { times: 6n })
    }
    await borrower.done(ask())
    await expectFair(lender, { kind: 'fundRequest', request: (await newest()) as Request }, { times: 6n })
    const asked = {
      principal: DOLLAR,
      apr: 1,
      duration: 86_400,
      instalments: 1,
      lender: undefined,
      days: 7,
      note: NOTES[2] ?? '',
    }
    await expectFair(lender, { kind: 'fundSigned', request: await borrower.sender.signRequest(asked) })
    await expectFair(lender, { kind: 'forgive', loan: (await newest()) as ActiveLoan })
    await expectFair(lender, { kind: 'sendEther', to: FRESH, amount: 1n })
    await expectFair(lender, { kind: 'sendDollars', to: FRESH, amount: DOLLAR })
  })
})

test('a sample costs what the offer will, without dollars, ether or a signature', async () => {
  const tab = open(luis)
  await client.setBalance({ address: luis.address, value: 0n })
  await raiseTo(10n)
  const shown = await tab.sender.quoteSample(publish(1, undefined, NOTES[2]))
  expect([tab.signed.length, tab.permits.length]).toEqual([0, 0])
  await client.setBalance({ address: luis.address, value: 10n ** 18n })
  await client.setTokens(dollar(), luis.address, 700n * DOLLAR)
  await expectFair(tab, publish(700, undefined, NOTES[2]), { quoted: shown })
})

describe('a node that does not measure', () => {
  const withOverrides =
    (fault: Fault): Fault =>
    (call) =>
      call.params.length > 2 ? fault(call) : call.ask().then(call.answer)

  test.each<[string, Fault]>([
    ['rejects overrides of the state', ({ id, answer }) => answer(JSON.stringify({ jsonrpc: '2.0', id, error: TOO_MANY }))],
    ['ignores them', says('0x')],
    ['answers with more gas than it was given', says(`0x${'ff'.repeat(32)}`)],
    ['answers with half a word', says('0x00')],
  ])('because it %s shows no fee, and still sends the command', async (_, fault) => {
    const { sender, done } = open(ana)
    node.breakWith(withOverrides(fault), 'eth_call')
    const real = sender.quoteSample(publish(5))
    await expect(real).resolves.toBeUndefined()
    await done(publish(5))
  })
})

test('refuses a quote with the reason of the contract that rejects the measured call', async () => {
  await open(luis).done(ask(eva))
  const request = (await newest()) as Request
  await expect(open(ana).sender.quote({ kind: 'fundRequest', request })).rejects.toMatchObject({
    refusal: { name: 'AddressedToAnother' },
  })
})

test('measures a permit of a dollar that asks an owner with code for the signature', async () => {
  await dealIn(await compileTestToken('CircleDollar'))
  const { sender } = open(ana)
  await expect(sender.quoteSample(publish(5))).resolves.toBeUndefined()
  await expect(sender.quote(publish(5))).rejects.toMatchObject({ refusal: { name: 'NoDollars' } })
  await client.setTokens(dollar(), ana.address, 100n * DOLLAR)
  await expectFair(open(ana), publish(5))
})

describe('a network that became more expensive', () => {
  test('is paid within the shown fee for a minute of rising base fees', async () => {
    await raiseTo(10n)
    const { sender, signed } = open(ana)
    const shown = await sender.quote(publish(5))
    await raiseTo(30n)
    await expect(sender.send('a', publish(5), shown)).rejects.toMatchObject({ refusal: { name: 'FeeRose' } })
    expect(signed).toHaveLength(0)
    // Five full blocks raise it to 1.8 times as much.
    await raiseTo(18n)
    await sender.send('a', publish(5), shown)
    expect(signed).toHaveLength(1)
  })

  test('signs nothing above the shown fee or the limit for a node that returns ten times the gas', async () => {
    const { sender, signed } = open(ana)
    const shown = await sender.quote(publish(5))
    const times =
      (factor: bigint): Fault =>
      async ({ ask, answer }) => {
        const said = JSON.parse(await ask())
        answer(JSON.stringify({ ...said, result: `0x${(BigInt(said.result) * factor).toString(16)}` }))
      }
    node.breakWith(times(10n), 'eth_estimateGas')
    const refused = { refusal: { name: 'FeeRose', args: [expect.any(BigInt)] } }
    await expect(sender.send('a', publish(5), shown)).rejects.toMatchObject(refused)
    node.breakWith(times(1_000n), 'eth_estimateGas')
    await expect(sender.send('a', publish(5), shown)).rejects.toMatchObject({ refusal: { name: 'FeeTooHigh' } })
    await expect(sender.send('a', publish(5), 10n * MAX_FEE)).rejects.toMatchObject({ refusal: { name: 'FeeTooHigh' } })
    expect(signed).toHaveLength(0)
  })

  test('takes three requests for the fee of an offer', async () => {
    const { sender } = open(ana)
    const asked = listen()
    await sender.quoteSample(publish(5))
    expect(asked.toSorted()).toEqual(['eth_call', 'eth_call', 'eth_feeHistory'])
  })
})

test('sends everything to a new account for which the node asks 204,600 gas', async () => {
  const ether = 10n ** 18n
  await client.setBalance({ address: ana.address, value: ether })
  const { sender, done } = open(ana)
  const before = await sender.quote({ kind: 'sendEther', to: FRESH, amount: 1n })
  node.breakWith(says('0x31f38'), 'eth_estimateGas')
  const shown = await sender.quote({ kind: 'sendEther', to: FRESH, amount: 1n })
  expect(shown).toBeGreaterThan(9n * before)
  await done({ kind: 'sendEther', to: FRESH, amount: mostEther(ether, shown) })
  expect(await getBalance(client, ana)).toBeLessThan((shown * 5n) / 4n)
})
