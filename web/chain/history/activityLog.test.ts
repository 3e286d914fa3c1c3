import { encodeFunctionData, getAddress, type Hex, numberToHex, pad, parseEther, toEventSelector } from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '../../../devchain/people.ts'
import type { Chain } from '../../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../../devchain/testClient.ts'
import { askByLink, collect, fundByLink, payByLink, takeBack } from '../../../e2e/support/byLink.ts'
import { type Fault, type Node, startNode } from '../../../e2e/support/node.ts'
import {
  ask,
  cancel,
  deploymentOf,
  extend,
  forgive,
  fundRequest,
  notePayment,
  pay,
  publish,
  sendDollars,
  take,
  withdrawRequest,
} from '../../../e2e/support/others.ts'
import { ETHER_LOGS } from '../../chains.ts'
import { estimatedDollars } from '../../loans/balance.ts'
import { CENT, DAY, DOLLAR } from '../../loans/loan.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'
import { takeChain } from '../chains.testing.ts'

const { ana, luis, eva } = people

let chain: Chain
let node: Node
let client: TestClient
/** The last block before the test. */
let begun: bigint
/** RPC methods that the module called, in order. */
let asked: string[]
let modules: Pick<typeof import('./activityLog.ts'), 'createActivityLog'> &
  Pick<typeof import('../read/fetchDashboard.ts'), 'fetchDashboard'>

beforeAll(async () => {
  node = await startNode()
})

afterAll(() => node.stop())

beforeEach(async () => {
  await beginOn(await takeChain())
})

async function beginOn(taken: Chain) {
  chain = taken
  client = createChainClient(chain.transport)
  begun = await getBlockNumber(client)
  node.standBefore(async () => chain)
  // Each test meets the module as a page that was just loaded.
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', node.url)
  vi.stubEnv('REACT_APP_LENDING_ADDRESS', deploymentOf({ chain }).loanBook)
  modules = { ...(await import('./activityLog.ts')), ...(await import('../read/fetchDashboard.ts')) }
  listen()
}

describe('of all that two people do with each other', () => {
  test('each sees the own side of it, newest first, with amounts, people, moments and transactions', async () => {
    await lifeOfLoans()
    const ofAna = await read(ana.address)
    expect(ofAna.searchedTo).toBeUndefined()
    expect(ofAna.activities.map(shortOf)).toEqual([
      ['faucet', undefined, 'in', 1000n],
      ['arrived', 'eva', 'in', 7n],
      ['sent', 'luis', 'out', 3n],
      ['requestFunded', 'luis', 'in', 30n],
      ['requested', undefined, undefined, 30n],
      ['forgave', 'luis', undefined, 70n],
      ['noted', 'luis', undefined, 4n],
      ['gaveTime', 'luis', undefined, undefined],
      ['received', 'eva', 'in', 5n],
      ['received', 'luis', 'in', 20n],
      ['offerTaken', 'luis', undefined, 99n],
      ['offered', undefined, 'out', 99n],
      ['offerCancelled', undefined, 'in', 80n],
      ['offered', undefined, 'out', 80n],
    ])
    const ofLuis = await read(luis.address)
    expect(ofLuis.activities.map(shortOf)).toEqual([
      ['requestCancelled', undefined, undefined, 50n],
      ['requested', undefined, undefined, 50n],
      ['arrived', 'ana', 'in', 3n],
      ['funded', 'ana', 'out', 30n],
      ['forgiven', 'ana', undefined, 70n],
      ['notedForMe', 'ana', undefined, 4n],
      ['gotTime', 'ana', undefined, undefined],
      ['paidForMe', 'eva', undefined, 5n],
      ['paid', 'ana', 'out', 20n],
      ['borrowed', 'ana', 'in', 99n],
    ])
    const ofEva = await read(eva.address)
    expect(ofEva.activities.map(shortOf)).toEqual([
      ['sent', 'ana', 'out', 7n],
      ['paidForOther', 'luis', 'out', 5n],
    ])
    for (const { at, block } of ofAna.activities) {
      expect(at).toBe(Number((await getBlock(client, { blockNumber: block })).timestamp))
    }
  })

  test('what anyone cleared away after it had expired is not told as the own doing', async () => {
    const offer = await publish({ chain }, ana, { principal: 80n * DOLLAR, openDays: 1 })
    const request = await ask({ chain }, ana, { openDays: 1 })
    await client.increaseTime({ seconds: 2 * DAY })
    await client.mine({ blocks: 1 })
    await cancel({ chain }, eva, offer)
    await withdrawRequest({ chain }, eva, request)
    const { activities } = await read(ana.address)
    expect(activities.slice(0, 2).map(shortOf)).toEqual([
      ['requestLapsed', undefined, undefined, 50n],
      ['offerLapsed', undefined, 'in', 80n],
    ])
    expect((await read(eva.address)).activities).toEqual([])
  })

  test('what was asked, lent and paid by link reads for both as if each had sent it; what was voided is nothing', async () => {
    const request = await askByLink({ chain }, luis)
    await fundByLink({ chain }, ana, request)
    const { activities } = await read(luis.address)
    expect(activities.map(shortOf)).toEqual([['requestFunded', 'ana', 'in', 50n]])
    const loanId = activities[0]?.loan?.id ?? 0n
    // More than is owed: the rest comes back.
    await client.setTokens(deploymentOf({ chain }).dollar, luis.address, 90n * DOLLAR)
    await collect({ chain }, ana, await payByLink({ chain }, luis, loanId, 20n * DOLLAR))
    await collect({ chain }, ana, await payByLink({ chain }, luis, loanId, 60n * DOLLAR))
    await takeBack({ chain }, luis, await askByLink({ chain }, luis))
    const owed = (50n * 1000n * 30n * BigInt(DAY) * DOLLAR) / (10_000n * 365n * BigInt(DAY)) + 1n + 30n * DOLLAR
    const [last, first, taken, ...others] = (await read(luis.address)).activities
    expect([last, first, taken]).toMatchObject([
      { kind: 'paid', flow: 'out', amount: owed, left: 0n },
      { kind: 'paid', flow: 'out', amount: 20n * DOLLAR, left: owed },
      { kind: 'requestFunded' },
    ])
    expect(others).toEqual([])
    expect((await read(ana.address)).activities).toMatchObject([
      { kind: 'received', person: luis.address, flow: 'in', amount: owed },
      { kind: 'received', person: luis.address, flow: 'in', amount: 20n * DOLLAR },
      { kind: 'funded', person: luis.address, flow: 'out', amount: 50n * DOLLAR },
    ])
  })

  test('a payment says what was left afterwards, and to which instalments it went', async () => {
    const id = await publish({ chain }, ana, { principal: 90n * DOLLAR, apr: 1, seconds: DAY, instalments: 3 })
    await take({ chain }, luis, id)
    await pay({ chain }, luis, id, 30n * DOLLAR + 9n)
    await pay({ chain }, luis, id, 30n * DOLLAR + 8n)
    const { activities } = await read(ana.address)
    expect(activities.slice(0, 2)).toMatchObject([
      { kind: 'received', instalments: { first: 2, last: 2 }, left: 30n * DOLLAR + 8n },
      { kind: 'received', instalments: { first: 1, last: 1 }, left: 60n * DOLLAR + 16n },
    ])
  })

  test('a node that looks through 100, 30 or 5 blocks at most gives it all the same', async () => {
    await lifeOfLoans()
    await client.mine({ blocks: 60 })
    const whole = await read(ana.address)
    for (const most of [100n, 30n, 5n]) {
      listen(refuseWiderThan(most))
      const shares: number[] = []
      expect(await read(ana.address, { onProgress: (share) => shares.push(share) }), `${most} blocks`).toEqual(whole)
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    }
  })

  test('where all is known, to look again asks little, and what is new comes on top', async () => {
    await lifeOfLoans()
    await client.mine({ blocks: 40 })
    const log = modules.createActivityLog(deploymentOf({ chain }).loanBook, ana.address)
    const first = await readFrom(log, ana.address)
    asked = []
    expect(await readFrom(log, ana.address)).toEqual(first)
    // The dashboard, the first block of a local chain, the newest one, and one pair of searches through the newest blocks.
    expect(asked.toSorted()).toEqual(['eth_call', 'eth_getBlockByNumber', 'eth_getBlockByNumber', 'eth_getLogs', 'eth_getLogs'])
    await transfer(eva, ana.address, 2n)
    const again = await readFrom(log, ana.address)
    expect(again.activities.slice(1)).toEqual(first.activities)
    expect(again.activities.map(shortOf)[0]).toEqual(['arrived', 'eva', 'in', 2n])
  })

  test('what a reorganisation took back is gone, and what it brought is there', async () => {
    const id = await publish({ chain }, ana, { principal: 99n * DOLLAR })
    const log = modules.createActivityLog(deploymentOf({ chain }).loanBook, ana.address)
    const fork = await client.markFork()
    await take({ chain }, luis, id)
    await pay({ chain }, luis, id, 20n * DOLLAR)
    expect((await readFrom(log, ana.address)).activities.map(({ kind }) => kind)).toEqual(['received', 'offerTaken', 'offered'])
    await fork.reorganise()
    expect((await readFrom(log, ana.address)).activities.map(({ kind }) => kind)).toEqual(['offered'])
    await take({ chain }, eva, id)
    const { activities } = await readFrom(log, ana.address)
    expect(activities.map(shortOf)[0]).toEqual(['offerTaken', 'eva', undefined, 99n])
  })

  test('of a local chain that began anew and is longer already, nothing of the one before is left', async () => {
    await lifeOfLoans()
    // Deep enough not to be searched again.
    await client.mine({ blocks: 60 })
    const log = modules.createActivityLog(deploymentOf({ chain }).loanBook, ana.address)
    expect((await readFrom(log, ana.address)).activities.length).toBeGreaterThan(2)
    chain = await takeChain()
    client = createChainClient(chain.transport)
    await client.mine({ blocks: 200 })
    await transfer(eva, ana.address, 2n)
    const { activities } = await readFrom(log, ana.address)
    expect(activities.map(shortOf)).toEqual([['arrived', 'eva', 'in', 2n]])
  })

  test('an offer that the dashboard has not read yet is not taken for a transfer to the contract', async () => {
    const id = await publish({ chain }, ana, { principal: 99n * DOLLAR })
    const { book } = await modules.fetchDashboard(ana.address)
    if (!book) throw new Error('There is no contract')
    await publish({ chain }, ana, { principal: 10n * DOLLAR })
    await cancel({ chain }, ana, id)
    const log = modules.createActivityLog(book.address, ana.address)
    const { activities } = await log.read(book, {
      presses: 1,
      sent: [],
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    expect(activities.filter(({ block }) => block > begun).map(shortOf)).toEqual([['offered', undefined, 'out', 99n]])
    expect((await readFrom(log, ana.address)).activities.map(({ kind }) => kind)).toEqual([
      'offerCancelled',
      'offered',
      'offered',
    ])
  })

  test('ether that this device sent stands among the rest, at its block, once that was searched', async () => {
    await transfer(eva, ana.address, 2n)
    const block = await getBlockNumber(client, { cacheTime: 0 })
    await transfer(eva, ana.address, 3n)
    const hash: Hex = `0x${'ab'.repeat(32)}`
    const sent = [{ to: luis.address, amount: 5n, hash, block }]
    const { activities } = await read(ana.address, { sent })
    expect(activities.map(({ kind, unit }) => [kind, unit])).toEqual([
      ['arrived', undefined],
      ['arrived', undefined],
      ['sent', 'wei'],
    ])
    const { timestamp } = await getBlock(client, { blockNumber: block })
    expect(activities.at(-1)).toMatchObject({ person: luis.address, amount: 5n, hash, at: Number(timestamp), flow: 'out' })
    const later = await getBlockNumber(client, { cacheTime: 0 })
    const ahead = await read(ana.address, { sent: [{ to: luis.address, amount: 5n, hash, block: later + 9n }] })
    expect(ahead.activities).toHaveLength(2)
  })

  test('dollars that others sent since a block, and nothing that is part of a loan or of my own doing', async () => {
    await lifeOfLoans()
    const found = await arrivals(ana.address, begun)
    expect(found.map(({ person, amount }) => [person, amount])).toEqual([[eva.address, 7n * DOLLAR]])
    // Of his ones, the dollars that Ana sent: her loan, and what she got back, are not.
    expect(await arrivals(luis.address, begun)).toMatchObject([{ person: ana.address, amount: 3n * DOLLAR }])
    const now = await getBlockNumber(client, { cacheTime: 0 })
    await transfer(luis, ana.address, 2n)
    expect(await arrivals(ana.address, now + 1n)).toMatchObject([{ person: luis.address, amount: 2n * DOLLAR }])
    listen(refuseWiderThan(5n))
    expect(await arrivals(ana.address, now + 1n)).toHaveLength(1)
  })

  test('a search that is called off ends, and goes on from there', async () => {
    await lifeOfLoans()
    await client.mine({ blocks: 60 })
    listen(refuseWiderThan(10n))
    const whole = await read(ana.address)
    const log = modules.createActivityLog(deploymentOf({ chain }).loanBook, ana.address)
    const calling = new AbortController()
    const onProgress = (share: number) => share > 0.3 && calling.abort()
    await expect(readFrom(log, ana.address, { signal: calling.signal, onProgress })).rejects.toThrow(/abort/i)
    asked = []
    expect(await readFrom(log, ana.address)).toEqual(whole)
  })

  test('more than a page is found press by press, none twice and none left out', async () => {
    for (let sent = 1n; sent <= 45n; sent++) await transfer(eva, ana.address, sent)
    const log = modules.createActivityLog(deploymentOf({ chain }).loanBook, ana.address)
    const first = await readFrom(log, ana.address)
    expect(first.activities).toHaveLength(40)
    expect(first.searchedTo).toBe(first.activities.at(-1)?.at)
    const second = await readFrom(log, ana.address, { presses: 2 })
    expect(second.activities.map(({ amount }) => amount)).toEqual(Array.from({ length: 45 }, (_, n) => BigInt(45 - n) * DOLLAR))
    expect(second.searchedTo).toBeUndefined()
  })
})

describe('received ether', () => {
  const FORWARDER = getAddress(`0x${'f0'.repeat(20)}`)
  const HALF = parseEther('0.5')

  test('is listed with sender and time, from a person or through a contract', async () => {
    await sendEther(luis, ana.address, HALF)
    // Forwards its ether to the address in its input.
    await client.setCode({ address: FORWARDER, bytecode: '0x5f5f5f5f345f355af1' })
    await client.sendFrom(eva.address, { to: FORWARDER, data: pad(ana.address), value: 2n * HALF })
    const { activities } = await read(ana.address)
    const common = { kind: 'arrived', unit: 'wei', flow: 'in' }
    expect(activities).toMatchObject([
      { ...common, person: FORWARDER, amount: 2n * HALF },
      { ...common, person: luis.address, amount: HALF },
    ])
    for (const { at, block } of activities) {
      expect(at).toBe(Number((await getBlock(client, { blockNumber: block })).timestamp))
    }
  })

  test('adds one request for its block and ignores logs of ether that I sent', async () => {
    const log = modules.createActivityLog(deploymentOf({ chain }).loanBook, ana.address)
    await readFrom(log, ana.address)
    asked = []
    await readFrom(log, ana.address)
    const requests = asked.toSorted()
    await sendEther(luis, ana.address, HALF)
    await sendEther(ana, luis.address, HALF)
    asked = []
    const { activities } = await readFrom(log, ana.address)
    expect(activities.map(({ kind }) => kind)).toEqual(['arrived'])
    expect(asked.toSorted()).toEqual([...requests, 'eth_getBlockByNumber'].toSorted())
  })

  test('is folded below a cent, and takes no place of a page below a dollar', async () => {
    const [cent, dollar] = [weiWorth(CENT), weiWorth(DOLLAR)]
    await transfer(ana, luis.address, 3n)
    await sendEther(eva, ana.address, dollar)
    for (const amount of [cent - 1n, cent, dollar - 1n]) await sendEther(eva, ana.address, amount)
    for (let count = 0; count < 40; count++) await sendEther(eva, ana.address, cent)
    const { activities } = await read(ana.address)
    expect(activities).toHaveLength(45)
    expect(activities.filter(({ count }) => count)).toMatchObject([{ kind: 'dustTransfers', count: 1 }])
    expect(
      activities
        .filter(({ count }) => !count)
        .slice(-5)
        .map(({ amount }) => amount),
    ).toEqual([cent, dollar - 1n, cent, dollar, 3n * DOLLAR])
  })

  test('is no news', async () => {
    await sendEther(eva, ana.address, HALF)
    expect(await arrivals(ana.address, begun)).toEqual([])
  })

  test('is not listed before Amsterdam, and everything else is', async () => {
    await beginOn(await takeChain({ hardfork: 'Osaka' }))
    await sendEther(luis, ana.address, HALF)
    await transfer(eva, ana.address, 7n)
    expect((await read(ana.address)).activities.map(shortOf)).toEqual([['arrived', 'eva', 'in', 7n]])
  })
})

describe('a node or a stranger that means harm', () => {
  test('transfers of nothing, with which anyone can put an address into a list, are not shown', async () => {
    const { dollar } = deploymentOf({ chain })
    const args = [ana.address, luis.address, 0n] as const
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transferFrom', args })
    await client.sendFrom(eva.address, { to: dollar, data })
    expect((await read(ana.address)).activities).toEqual([])
  })

  test('folds received dust without its sender, and shows any sum that I send', async () => {
    await client.setTokens(deploymentOf({ chain }).dollar, eva.address, 2n * DOLLAR)
    await transferUnits(eva, ana.address, 9_999n)
    await transferUnits(eva, ana.address, 10_000n)
    const { activities } = await read(ana.address)
    expect(activities.map(({ kind, person, amount }) => [kind, person, amount])).toEqual([
      ['arrived', eva.address, 10_000n],
      ['dustTransfers', undefined, undefined],
    ])
    expect((await read(eva.address)).activities.map(({ amount }) => amount)).toEqual([10_000n, 9_999n])
  })

  test('sends no more requests for 300 small payments and transfers', async () => {
    const id = await loanOfAna()
    await transfer(ana, luis.address, 3n)
    await client.mine({ blocks: 1 })
    listen()
    const quiet = await read(ana.address)
    const requests = asked.toSorted()
    const { dollar, loanBook } = deploymentOf({ chain })
    await client.setTokens(dollar, eva.address, 300n * DOLLAR)
    await client.setAllowance(dollar, eva.address, loanBook, 300n * DOLLAR)
    for (let count = 0; count < 75; count++) {
      await payUnits(eva, id, 1n)
      await payUnits(eva, id, DOLLAR - 1n)
      await transferUnits(eva, ana.address, 1n)
      await transferUnits(eva, ana.address, DOLLAR - 1n)
    }
    await client.mine({ blocks: 1 })
    listen()
    const { activities } = await read(ana.address)
    expect(asked.toSorted()).toEqual(requests)
    const lines = activities.filter(({ count }) => count !== undefined)
    expect(lines.map(({ kind, count, loanId }) => [kind, count, loanId])).toEqual([
      ['dustTransfers', 75, undefined],
      ['dustPayments', 75, id],
    ])
    // All that was there is still on the first page, with its time; the others have a day.
    expect(activities.filter(({ isDayOnly }) => !isDayOnly)).toEqual(
      quiet.activities.map((one) => expect.objectContaining({ key: one.key, at: one.at })),
    )
    expect(activities).toHaveLength(quiet.activities.length + 2 + 150)
    const { timestamp } = await getBlock(client)
    for (const { at } of activities) expect(at).toBeLessThanOrEqual(Number(timestamp))
  })

  test('folds 25 payments of a millionth into one line below the first page', async () => {
    const id = await loanOfAna()
    const { dollar, loanBook } = deploymentOf({ chain })
    await client.setTokens(dollar, eva.address, DOLLAR)
    await client.setAllowance(dollar, eva.address, loanBook, DOLLAR)
    for (let count = 0; count < 25; count++) await payUnits(eva, id, 1n)
    const { activities } = await read(ana.address)
    expect(activities.map(({ kind, count }) => [kind, count])).toEqual([
      ['dustPayments', 25],
      ['received', undefined],
      ['offerTaken', undefined],
      ['offered', undefined],
    ])
    expect(activities[0]).toMatchObject({ loanId: id, isDayOnly: true })
  })

  test('loses only the time of a line whose block cannot be read', async () => {
    await loanOfAna()
    const honest = await read(ana.address)
    const block = honest.activities[0]?.block ?? 0n
    await client.mine({ blocks: 3 })
    listen((call) => (call.params[0] === numberToHex(block) ? call.hangUp() : passOn(call)))
    const { activities } = await read(ana.address)
    expect(activities[0]).toMatchObject({ kind: 'received', isDayOnly: true })
    expect(Math.abs((activities[0]?.at ?? 0) - (honest.activities[0]?.at ?? 0))).toBeLessThan(60)
    expect(activities.slice(1)).toEqual(honest.activities.slice(1))
  })

  test('nor do they take the place of what is shown: after a hundred of them my last payment to somebody is on the first page', async () => {
    await transfer(ana, luis.address, 3n)
    const { dollar } = deploymentOf({ chain })
    const args = [ana.address, luis.address, 0n] as const
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transferFrom', args })
    for (let count = 0; count < 100; count++) await client.sendFrom(eva.address, { to: dollar, data })
    expect((await read(ana.address)).activities.map(shortOf)).toEqual([['sent', 'luis', 'out', 3n]])
  })

  test('a log that cannot be true is dropped, whatever is wrong with it', async () => {
    const forgeries: Forgery[] = [
      ['of another contract', (log) => [log, { ...log, address: eva.address, logIndex: '0x50' }]],
      ['of no address', (log) => [log, { ...log, address: 'nobody', logIndex: '0x50' }]],
      [
        'of a loan, from the address of ether',
        (log) => (isTransfer(log) ? [log] : [log, { ...log, address: ETHER_LOGS, logIndex: '0x50' }]),
      ],
      ...[ana, luis].map(
        ({ address }): Forgery => [
          'of ether that I sent',
          (log) =>
            isEther(log) ? [log, { ...log, topics: [log.topics[0], pad(ana.address), pad(address)], logIndex: '0x50' }] : [log],
        ],
      ),
      [
        'of a loan that is not mine',
        (log) =>
          isTransfer(log) ? [log] : [log, { ...log, topics: [log.topics[0], pad('0x77'), log.topics[2]], logIndex: '0x50' }],
      ],
      [
        'of a transfer between others',
        (log) => [log, { ...log, topics: [log.topics[0], pad(eva.address), pad(luis.address)], logIndex: '0x50' }],
      ],
      ['out of the range', (log) => [log, { ...log, blockNumber: '0xfffff', logIndex: '0x50' }]],
      ['that is pending', (log) => [log, { ...log, blockNumber: null, logIndex: null }]],
      ['that was removed', (log) => [log, { ...log, removed: true, logIndex: '0x50' }]],
      ['that comes twice', (log) => [log, log]],
      ['without topics', (log) => [log, { ...log, topics: [], logIndex: '0x50' }]],
      ['without a list of topics', (log) => [log, { ...log, topics: null, logIndex: '0x50' }]],
      ['that is nothing', (log) => [null, log]],
      ['with rubbish for numbers', (log) => [log, { ...log, blockNumber: 'soon', logIndex: '0x50' }]],
      [
        'with an amount that cannot be',
        (log) => (isTransfer(log) ? [log, { ...log, data: `0x${'ff'.repeat(32)}`, logIndex: '0x50' }] : [log]),
      ],
    ]
    await lifeOfLoans()
    await sendEther(eva, ana.address, parseEther('0.5'))
    const honest = await read(ana.address)
    expect(honest.activities[0]).toMatchObject({ person: eva.address, unit: 'wei' })
    for (const [wrong, forge] of forgeries) {
      listen(forgeLogs((logs) => logs.flatMap(forge)))
      expect(await read(ana.address), `a log ${wrong}`).toEqual(honest)
    }
  })

  test('logs in a wrong order are put in order', async () => {
    await lifeOfLoans()
    const honest = await read(ana.address)
    listen(forgeLogs((logs) => logs.toReversed()))
    expect(await read(ana.address)).toEqual(honest)
  })

  test('forgiveness and more time that the contract knows nothing of are dropped', async () => {
    const id = await publish({ chain }, ana, { principal: 99n * DOLLAR })
    await take({ chain }, luis, id)
    await pay({ chain }, luis, id, 20n * DOLLAR)
    const honest = await read(ana.address)
    const other = await publish({ chain }, eva, { principal: 10n * DOLLAR })
    await take({ chain }, luis, other)
    await pay({ chain }, luis, other, 3n * DOLLAR)
    await extend({ chain }, eva, other, DAY * 9)
    await forgive({ chain }, eva, other)
    // Forged logs: events of Eva's loan with the id of Ana's.
    listen(async (call) => {
      if (call.method !== 'eth_getLogs') return passOn(call)
      const [filter] = call.params as [{ fromBlock: Hex; toBlock: Hex; address: Hex[] }]
      const { loanBook } = deploymentOf({ chain })
      const theirs = JSON.parse(
        await call.ask([{ ...filter, topics: [null, numberToHex(other, { size: 32 })], address: loanBook }]),
      )
      const answer = JSON.parse(await call.ask())
      const lies = theirs.result
        .slice(2)
        .map((log: Log) => ({ ...log, topics: [log.topics[0], numberToHex(id, { size: 32 }), ...log.topics.slice(2)] }))
      call.answer(JSON.stringify({ ...answer, result: [...answer.result, ...lies] }))
    })
    const { activities } = await read(ana.address)
    // Not payments: a forged one that is no larger than what was paid cannot be told from a true one.
    expect(activities.map(({ kind }) => kind).filter((kind) => kind !== 'received')).toEqual(
      honest.activities.map(({ kind }) => kind).filter((kind) => kind !== 'received'),
    )
  })

  test('a node that searches no stretch at all is an error, not an empty list', async () => {
    await lifeOfLoans()
    listen(refuseWiderThan(1n))
    await expect(read(ana.address)).rejects.toThrow()
  })

  test('a node that is gone is not asked ten times over', async () => {
    await lifeOfLoans()
    listen((call) => (call.method === 'eth_getLogs' ? call.hangUp() : passOn(call)))
    await expect(read(ana.address)).rejects.toThrow()
    expect(asked.filter((method) => method === 'eth_getLogs').length).toBeLessThanOrEqual(2)
  })
})

type Forgery = [string, (log: Log) => unknown[]]

type Log = { address: Hex; topics: Hex[]; data: Hex; blockNumber: Hex | null; logIndex: Hex | null }

function isTransfer({ topics: [first] }: Log): boolean {
  return first === toEventSelector('Transfer(address,address,uint256)')
}

function isEther({ address }: Log): boolean {
  return address === ETHER_LOGS
}

/** Scenario: Ana and Luis deal with each other, and Eva with both. */
async function lifeOfLoans() {
  const world = { chain }
  const unwanted = await publish(world, ana, { principal: 80n * DOLLAR })
  await cancel(world, ana, unwanted)
  // At 0.01 % for a day, so that the interest is less than a dollar.
  const id = await publish(world, ana, { principal: 99n * DOLLAR, apr: 1, seconds: DAY })
  await take(world, luis, id)
  await pay(world, luis, id, 20n * DOLLAR)
  await pay(world, eva, id, 5n * DOLLAR)
  await extend(world, ana, id, 9 * DAY)
  await note(id, 4n)
  await forgive(world, ana, id)
  const asking = await ask(world, ana, { principal: 30n * DOLLAR })
  await fundRequest(world, luis, asking)
  await transfer(ana, luis.address, 3n)
  await transfer(eva, ana.address, 7n)
  const withdrawn = await ask(world, luis, {})
  await withdrawRequest(world, luis, withdrawn)
  const { dollar } = deploymentOf(world)
  // She drew already, for the offers that every chain begins with.
  await client.increaseTime({ seconds: 3600 })
  await client.mine({ blocks: 1 })
  await client.sendFrom(ana.address, { to: dollar, data: encodeFunctionData({ abi: testDollarAbi, functionName: 'faucet' }) })
}

/** By the lender, of money received elsewhere. */
function note(id: bigint, dollars: bigint) {
  return notePayment({ chain }, ana, id, dollars * DOLLAR)
}

async function transfer(from: typeof ana, to: Hex, dollars: bigint) {
  await sendDollars({ chain }, from, to, dollars * DOLLAR)
}

/** Ana lent, and got a part of it back. */
async function loanOfAna(): Promise<bigint> {
  const id = await publish({ chain }, ana, { principal: 99n * DOLLAR })
  await take({ chain }, luis, id)
  await pay({ chain }, luis, id, 20n * DOLLAR)
  return id
}

async function payUnits(from: typeof ana, id: bigint, amount: bigint) {
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'repay', args: [id, amount] })
  await client.sendFrom(from.address, { to: deploymentOf({ chain }).loanBook, data })
}

async function transferUnits(from: typeof ana, to: Hex, amount: bigint) {
  const { dollar } = deploymentOf({ chain })
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [to, amount] })
  await client.sendFrom(from.address, { to: dollar, data })
}

async function sendEther(from: typeof ana, to: Hex, value: bigint) {
  await client.sendFrom(from.address, { to, value })
}

/** The least that is worth so much. */
function weiWorth(dollars: bigint): bigint {
  const rate = estimatedDollars(parseEther('1'))
  return (dollars * parseEther('1') + rate - 1n) / rate
}

type Read = {
  presses?: number
  sent?: Parameters<ReturnType<typeof modules.createActivityLog>['read']>[1]['sent']
  signal?: AbortSignal
  onProgress?: (share: number) => unknown
}

async function read(account: Hex, options: Read = {}) {
  return readFrom(modules.createActivityLog(deploymentOf({ chain }).loanBook, account), account, options)
}

async function readFrom(
  log: ReturnType<typeof modules.createActivityLog>,
  account: Hex,
  { presses = 1, sent = [], signal = new AbortController().signal, onProgress = () => {} }: Read = {},
) {
  const { book } = await modules.fetchDashboard(account)
  if (!book) throw new Error('There is no contract')
  const page = await log.read(book, { presses, sent, signal, onProgress })
  return { ...page, activities: page.activities.filter(({ block }) => block > begun) }
}

async function arrivals(account: Hex, from: bigint) {
  const { book } = await modules.fetchDashboard(account)
  if (!book) throw new Error('There is no contract')
  const log = modules.createActivityLog(book.address, account)
  return log.readArrivals(book, from, new AbortController().signal)
}

/** Kind, who, where to, whole dollars. */
function shortOf({ kind, person, flow, amount }: Awaited<ReturnType<typeof read>>['activities'][number]) {
  const [name] = Object.entries(people).find(([, { address }]) => address === person) ?? [person]
  return [kind, name, flow, amount === undefined ? undefined : amount / DOLLAR]
}

function listen(fault: Fault = passOn) {
  asked = []
  node.breakWith((call) => {
    asked.push(call.method)
    return fault(call)
  })
}

async function passOn({ ask, answer }: Parameters<Fault>[0]) {
  answer(await ask())
}

function refuseWiderThan(most: bigint): Fault {
  return (call) => {
    const [filter] = call.params as [{ fromBlock: Hex; toBlock: Hex }]
    const isTooWide = call.method === 'eth_getLogs' && BigInt(filter.toBlock) - BigInt(filter.fromBlock) + 1n > most
    const error = { code: -32600, message: `You can make eth_getLogs requests with up to a ${most} block range.` }
    if (isTooWide) return call.answer(JSON.stringify({ jsonrpc: '2.0', id: call.id, error }), 400)
    return passOn(call)
  }
}

function forgeLogs(forge: (logs: Log[]) => unknown[]): Fault {
  return async (call) => {
    const answer = JSON.parse(await call.ask())
    if (call.method === 'eth_getLogs') answer.result = forge(answer.result)
    call.answer(JSON.stringify(answer))
  }
}
