import { encodeFunctionData, type Hex, type LocalAccount, numberToHex, pad, toEventSelector } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { type Fault, faults } from '../../../e2e/support/node.ts'
import { lookAlikeOf, pay, publish, sendDollars, take } from '../../../e2e/support/others.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { testDollarAbi } from '../abi.ts'
import {
  ana,
  client,
  dollar,
  eva,
  luis,
  node,
  reload,
  sendElsewhere,
  standBefore,
  transactionsOf,
  withSenders,
  world,
} from '../send/senders.testing.ts'

withSenders()

let createRecipientLog: typeof import('./recipientLog.ts').createRecipientLog
let fetchDashboard: typeof import('../read/fetchDashboard.ts').fetchDashboard

beforeEach(async () => {
  // How wide a range the node accepts is remembered by the page.
  await reload()
  ;({ createRecipientLog } = await import('./recipientLog.ts'))
  ;({ fetchDashboard } = await import('../read/fetchDashboard.ts'))
})

type Log = ReturnType<typeof createRecipientLog>

async function readFrom(log: Log, { address }: LocalAccount = ana, signal = new AbortController().signal) {
  const { book } = await fetchDashboard(address)
  if (!book) throw new Error('There is no contract')
  return log(book, signal)
}
const read = (account = ana) => readFrom(createRecipientLog(account.address), account)
const send = (from: LocalAccount, to: LocalAccount) => sendDollars(world(), from, to.address, DOLLAR)

test('everybody to whom I sent dollars is known, the last one first, and nobody for what they sent to me', async () => {
  await send(ana, luis)
  await send(ana, eva)
  expect(await read()).toEqual({ people: [eva.address, luis.address], isWhole: true })
  expect(await read(eva)).toEqual({ people: [], isWhole: true })
})

test('nor by a transfer of nothing in my name; the contract, behind an offer of mine, is nobody', async () => {
  const args = [ana.address, lookAlikeOf(luis.address), 0n] as const
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transferFrom', args })
  await sendElsewhere(eva, { nonce: await transactionsOf(eva), to: dollar(), data })
  await publish(world(), ana, {})
  expect(await read()).toEqual({ people: [], isWhole: true })
})

test('whoever I paid is known too', async () => {
  const id = await publish(world(), luis, {})
  await take(world(), ana, id)
  await pay(world(), ana, id, 5n * DOLLAR)
  expect(await read()).toEqual({ people: [luis.address], isWhole: true })
})

test('to look again adds those that are new, and asks for the newest blocks alone', async () => {
  await send(ana, luis)
  await client.mine({ blocks: 100 })
  const log = createRecipientLog(ana.address)
  await readFrom(log)
  await send(ana, eva)
  const ranges = listen()
  expect(await readFrom(log)).toEqual({ people: [eva.address, luis.address], isWhole: true })
  expect(ranges).toEqual([33n])
})

test('of a local chain that began anew, nothing of the one before is left', async () => {
  await send(ana, luis)
  // Deep enough not to be searched again.
  await client.mine({ blocks: 60 })
  const log = createRecipientLog(ana.address)
  expect((await readFrom(log)).people).toEqual([luis.address])
  await standBefore({ chainId: 31337 })
  await client.mine({ blocks: 200 })
  expect((await readFrom(log)).people).toEqual([])
})

test('which chain it is, the first reading does not ask again, and further ones do', async () => {
  const { genesisOf } = await import('../node/genesisOf.ts')
  await genesisOf(31337)
  let asked = 0
  node.breakWith(async ({ params: [block], ask, answer }) => {
    if (block === '0x0') asked++
    answer(await ask())
  }, 'eth_getBlockByNumber')
  const log = createRecipientLog(ana.address)
  const counts = []
  for (let reading = 0; reading < 3; reading++) {
    await readFrom(log)
    counts.push(asked)
  }
  expect(counts).toEqual([0, 1, 2])
})

test('ranges grow while the node gives them: a long chain takes few requests', async () => {
  await send(ana, luis)
  await client.mine({ blocks: 300_000 })
  const ranges = listen()
  expect(await read()).toEqual({ people: [luis.address], isWhole: true })
  expect(ranges.length).toBeLessThan(8)
  expect(ranges.slice(0, 3)).toEqual([5_000n, 10_000n, 20_000n])
})

test('of a node that gives little at once the newest blocks are read, and not said to be all; the next reading goes on', async () => {
  await send(ana, luis)
  await client.mine({ blocks: 200 })
  await send(ana, eva)
  listen(5n)
  const log = createRecipientLog(ana.address)
  expect(await readFrom(log)).toEqual({ people: [eva.address], isWhole: false })
  expect(await readFrom(log)).toMatchObject({ people: [eva.address, luis.address] })
})

test('a node that gives no events is an error, and not an empty list; what was found before it fell silent is kept', async () => {
  await send(ana, luis)
  await client.mine({ blocks: 200 })
  await send(ana, eva)
  const log = createRecipientLog(ana.address)
  node.breakWith(faults.rpcError, 'eth_getLogs')
  await expect(readFrom(log)).rejects.toThrow()
  await node.heal()
  listen(5n, 10)
  expect(await readFrom(log)).toEqual({ people: [eva.address], isWhole: false })
})

test('a search that is called off ends', async () => {
  const leaving = new AbortController()
  leaving.abort()
  await expect(readFrom(createRecipientLog(ana.address), ana, leaving.signal)).rejects.toThrow(/abort/i)
})

test('events of another token, of others, out of range or taken back make nobody known', async () => {
  const stranger = pad(lookAlikeOf(luis.address))
  const log = { address: dollar(), data: numberToHex(DOLLAR, { size: 32 }), blockHash: pad('0x1'), transactionHash: pad('0x2') }
  const place = { blockNumber: '0x1', logIndex: '0x0', transactionIndex: '0x0', removed: false }
  const topics = [toEventSelector('Transfer(address,address,uint256)'), pad(ana.address), stranger]
  const forged = [
    { ...log, ...place, topics, address: eva.address },
    { ...log, ...place, topics: [topics[0], pad(eva.address), stranger] },
    { ...log, ...place, topics, blockNumber: '0xffffff' },
    { ...log, ...place, topics, blockNumber: null },
    { ...log, ...place, topics, removed: true },
  ]
  node.breakWith(({ answer, id }) => answer(JSON.stringify({ jsonrpc: '2.0', id, result: forged })), 'eth_getLogs')
  expect((await read()).people).toEqual([])
})

/** Widths of the ranges that are answered from now on: at most `most` blocks each, and no more than `count` of them. */
function listen(most?: bigint, count = Number.POSITIVE_INFINITY): bigint[] {
  const widths: bigint[] = []
  const fault: Fault = async ({ params, id, ask, answer }) => {
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
    const width = BigInt(toBlock) - BigInt(fromBlock) + 1n
    const error = { code: -32600, message: 'Too wide.' }
    if ((most && width > most) || widths.length >= count) return answer(JSON.stringify({ jsonrpc: '2.0', id, error }))
    widths.push(width)
    answer(await ask())
  }
  node.breakWith(fault, 'eth_getLogs')
  return widths
}
