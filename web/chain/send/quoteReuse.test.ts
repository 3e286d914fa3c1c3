// A press in the block of the quote takes over what the quote asked for. Here somebody tries to make use of that.
import { type Address, type Hex, parseTransaction } from 'viem'
import { getBalance, getBlockNumber } from 'viem/actions'
import { afterEach, expect, test, vi } from 'vitest'
import { type Fault, says } from '../../../e2e/support/node.ts'
import type { Command } from '../../commands/command.ts'
import { type ActiveLoan, DOLLAR, type Offer } from '../../loans/loan.ts'
import { behind, forgeState } from './lies.testing.ts'
import {
  ana,
  client,
  dollarsOf,
  eva,
  faucet,
  listen,
  luis,
  newest,
  node,
  open,
  raiseBaseFee,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'

withSenders()

afterEach(() => {
  vi.restoreAllMocks()
})

const ETHER = 10n ** 18n
const FRESH: Address = '0x1111111111111111111111111111111111111111'
/** Takes no ether: PUSH0 PUSH0 REVERT. */
const REVERTS: Hex = '0x5f5ffd'
/** As geth says it of a simulation that reverts. */
const reverts: Fault = ({ id, answer }) =>
  answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data: '0x' } }))

const accepting = async (id: bigint) => ({ kind: 'acceptOffer', offer: (await newest(id)) as Offer }) as const
const sending = (to: Address, amount: bigint): Command => ({ kind: 'sendDollars', to, amount })

test('the very same command is not simulated twice in a block', async () => {
  const { sender } = open(luis)
  const asked = listen('eth_estimateGas', 'eth_feeHistory')
  const command = await accepting(1n)
  await sender.send('a', command, await sender.quote(command))
  expect(asked).toEqual(['eth_feeHistory', 'eth_estimateGas'])
})

test.each<[string, Command, Command]>([
  ['another amount', sending(eva.address, DOLLAR), sending(eva.address, 2n * DOLLAR)],
  ['another person', sending(eva.address, DOLLAR), sending(FRESH, DOLLAR)],
  ['ether in place of dollars', sending(FRESH, DOLLAR), { kind: 'sendEther', to: FRESH, amount: 1n }],
  ['another amount of ether', { kind: 'sendEther', to: FRESH, amount: 1n }, { kind: 'sendEther', to: FRESH, amount: 2n }],
])('%s than in the quote is simulated', async (_, quoted, pressed) => {
  const { sender } = open(luis)
  await faucet(luis)
  const asked = listen('eth_estimateGas')
  await sender.quote(quoted)
  await sender.send('a', pressed)
  expect(asked).toHaveLength(2)
})

test('what one account was quoted, another simulates, and so does the same account in another tab', async () => {
  await faucet(luis)
  await faucet(ana)
  const [mine, yours, otherTab] = [open(luis), open(ana), open(luis)]
  const asked = listen('eth_estimateGas')
  const command = sending(eva.address, DOLLAR)
  await client.setAutomine(false)
  await mine.sender.quote(command)
  await yours.sender.send('a', command)
  await otherTab.sender.send('a', command)
  expect(asked).toHaveLength(3)
})

test('what takes a permit is simulated with it, in the block of the quote too, and refused if that fails', async () => {
  const { sender, signed } = open(luis)
  await faucet(luis)
  await sender.send('a', await accepting(1n))
  await sender.settleAll()
  const command = { kind: 'repay', loan: (await newest(1n)) as ActiveLoan, amount: DOLLAR } as const
  const shown = await sender.quote(command)
  node.breakWith(reverts, 'eth_estimateGas')
  await expect(sender.send('b', command, shown)).rejects.toMatchObject({ refusal: {} })
  expect(signed).toHaveLength(1)
})

test('a replacement is simulated and priced anew in the block of the quote', async () => {
  await client.setAutomine(false)
  const { sender } = open(luis)
  const command = await accepting(1n)
  const shown = await sender.quote(command)
  await sender.send('a', command, shown)
  const asked = listen('eth_estimateGas', 'eth_feeHistory')
  await sender.replace('a', 'do')
  expect(asked).toEqual(expect.arrayContaining(['eth_estimateGas', 'eth_feeHistory']))
})

test('one quote is good for one of two presses at the same time', async () => {
  await faucet(luis)
  const { sender, signed } = open(luis)
  const command = sending(eva.address, DOLLAR)
  const shown = await sender.quote(command)
  const [before, sent] = [await dollarsOf(eva), await transactionsOf(luis)]
  await client.setAutomine(false)
  const presses = await Promise.allSettled([sender.send('a', command, shown), sender.send('b', command, shown)])
  expect(presses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await client.mine({ blocks: 2 })
  expect([signed.length, await dollarsOf(eva), await transactionsOf(luis)]).toEqual([1, before + DOLLAR, sent + 1])
})

test('the fee is compared with the one that was shown, though it is the quote’s', async () => {
  const { sender, signed } = open(luis)
  const command = await accepting(1n)
  const shown = await sender.quote(command)
  await expect(sender.send('a', command, shown / 3n)).rejects.toMatchObject({ refusal: { name: 'FeeRose', args: [shown] } })
  await sender.send('a', command, shown)
  expect(feeIn(signed[0])).toBe(shown)
})

test('fees of a quote do not outlive its block, whichever way they go', async () => {
  const { sender, signed } = open(luis)
  const command = await accepting(1n)
  const shown = await sender.quote(command)
  await raiseBaseFee()
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: { name: 'FeeRose' } })
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000n })
  await client.mine({ blocks: 1 })
  await sender.send('a', command, shown)
  expect(feeIn(signed[0])).toBeLessThan(shown)
})

test('money that is gone is noticed, though the node claims the block of the quote', async () => {
  const { sender, signed } = open(luis)
  await faucet(luis)
  const command = sending(eva.address, 40n * DOLLAR)
  const shown = await sender.quote(command)
  node.breakWith(forgeState({ dollarBalance: DOLLAR }), 'eth_call')
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: { name: 'NoDollars' } })
  node.breakWith(forgeState({ ethBalance: 1n }), 'eth_call')
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: { name: 'NoEtherForFee' } })
  expect(signed).toHaveLength(0)
})

test('a token that a node names only once the button is pressed is simulated, and an unknown one refused', async () => {
  const { sender, signed } = open(luis)
  await faucet(luis)
  const command = sending(eva.address, DOLLAR)
  const shown = await sender.quote(command)
  node.breakWith(forgeState({ token: eva.address }), 'eth_call')
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: { name: 'FalseToken' } })
  node.breakWith(forgeState({ chainId: 1n }), 'eth_call')
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: { name: 'WrongChain' } })
  expect(signed).toHaveLength(0)
})

test('a block of the same number and another time is another one', async () => {
  const { sender } = open(luis)
  const command = await accepting(1n)
  await client.mine({ blocks: 1 })
  const fork = await client.snapshot()
  await client.mine({ blocks: 1 })
  await sender.quote(command)
  await client.revert({ id: fork })
  await client.increaseTime({ seconds: 24 })
  await client.mine({ blocks: 1 })
  const asked = listen('eth_estimateGas', 'eth_feeHistory')
  await sender.send('a', command)
  expect(asked).toEqual(['eth_feeHistory', 'eth_estimateGas'])
})

test('the later of two quotes in flight ends first: the press takes that one over, which is of its block', async () => {
  const { sender } = open(luis)
  const command = await accepting(1n)
  const { arrived, release, count } = holdFirstSimulation()
  const slow = sender.quote(command)
  await arrived
  await client.mine({ blocks: 1 })
  await sender.quote(command)
  release()
  await slow
  await sender.send('a', command)
  expect(count()).toBe(2)
})

test('nor is a quote taken over that ends after a later one was refused', async () => {
  const { sender, signed } = open(luis)
  const command = await accepting(1n)
  const { arrived, release } = holdFirstSimulation(reverts)
  const slow = sender.quote(command)
  await arrived
  await expect(sender.quote(command)).rejects.toMatchObject({ refusal: {} })
  release()
  const shown = await slow
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: {} })
  expect(signed).toHaveLength(0)
})

test('a quote that is refused ends the one before it: what it simulated is simulated again', async () => {
  const { sender, signed } = open(luis)
  const command = await accepting(1n)
  const shown = await sender.quote(command)
  node.breakWith(reverts, 'eth_estimateGas')
  await expect(sender.quote(command)).rejects.toMatchObject({ refusal: {} })
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: {} })
  expect(signed).toHaveLength(0)
})

test('a node that claims one block forever does not make a quote last forever', async () => {
  const { sender, signed } = open(ana)
  const command = { kind: 'sendEther', to: FRESH, amount: ETHER / 4n } as const
  const shown = await sender.quote(command)
  const then = await getBlockNumber(client)
  await client.setCode({ address: FRESH, bytecode: REVERTS })
  await client.mine({ blocks: 1 })
  node.breakWith(behind(then))
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 60_000)
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: { name: 'RecipientRefuses' } })
  expect(signed).toHaveLength(0)
})

test('a node that goes back to the block of the quote gets the fee of what is reverted, and nothing else', async () => {
  const { sender, signed, entry } = open(ana)
  const command = { kind: 'sendEther', to: FRESH, amount: ETHER / 4n } as const
  const shown = await sender.quote(command)
  const then = await getBlockNumber(client)
  await client.setCode({ address: FRESH, bytecode: REVERTS })
  await client.mine({ blocks: 1 })
  const before = await getBalance(client, ana)
  node.breakWith(behind(then))
  await sender.send('a', command, shown)
  await node.heal()
  await sender.settleAll()
  expect(entry('a').stage).toMatchObject({ outcome: { kind: 'reverted' } })
  expect(before - (await getBalance(client, ana))).toBeLessThanOrEqual(shown)
  expect(feeIn(signed[0])).toBe(shown)
})

test('forged gas of the quote is signed as it was shown, and never above the limit', async () => {
  const { sender, signed } = open(luis)
  const command = await accepting(1n)
  node.breakWith(says('0xc350'), 'eth_estimateGas')
  const shown = await sender.quote(command)
  await sender.send('a', command, shown)
  expect(feeIn(signed[0])).toBe(shown)
  node.breakWith(says('0xfffffff'), 'eth_estimateGas')
  await expect(sender.quote(command)).rejects.toMatchObject({ refusal: { name: 'FeeTooHigh' } })
})

test('fees of a quote for something else are bounded by the fee that was shown for this', async () => {
  const { sender, signed } = open(luis)
  const command = await accepting(1n)
  const shown = await sender.quote(command)
  node.breakWith(async ({ ask, answer }) => {
    const said = JSON.parse(await ask())
    said.result.reward = said.result.reward.map(() => ['0x12a05f2000'])
    answer(JSON.stringify(said))
  }, 'eth_feeHistory')
  await sender.quote({ kind: 'sendEther', to: FRESH, amount: 1n })
  await expect(sender.send('a', command, shown)).rejects.toMatchObject({ refusal: { name: 'FeeRose' } })
  await sender.send('b', command)
  expect(signed).toHaveLength(1)
})

/** Answers the first simulation only once it is released, as of when it came; those after it get `then`. */
function holdFirstSimulation(then: Fault = async ({ ask, answer }) => answer(await ask())) {
  let [release, arrive] = [() => {}, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let count = 0
  node.breakWith(async (call) => {
    if (++count > 1) return then(call)
    const said = await call.ask()
    arrive()
    await released
    call.answer(said)
  }, 'eth_estimateGas')
  return { arrived, release, count: () => count }
}

function feeIn(bytes: Hex | undefined): bigint {
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction((bytes ?? '0x') as `0x02${string}`)
  return gas * maxFeePerGas
}
