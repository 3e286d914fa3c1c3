// Nodes that are gone, slow or lagging, and chains that change under the reader.
import { type Address, decodeFunctionData, type Hex, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { describe, expect, test, vi } from 'vitest'
import { deploy } from '../../devchain/deploy.ts'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import { publishSampleLoans } from '../../devchain/sampleLoans.ts'
import { createTransactionSender } from '../../devchain/transactionSender.ts'
import { forgedIn, holding, of } from '../../e2e/support/forged.ts'
import { faults, says } from '../../e2e/support/node.ts'
import { ask, publish, take } from '../../e2e/support/others.ts'
import { loanLensAbi } from '../chain/abi.ts'
import { takeChain } from '../chain/chains.testing.ts'
import { networks } from '../chains.ts'
import { DAY, DOLLAR } from '../loans/loan.ts'
import { chain, client, idsOf, node, openBoard, standBefore, withBoards, withIntervals, world } from './boards.testing.ts'

const { ana, luis, eva } = people

withBoards()

describe('before the first answer', () => {
  test('M4 X7 H2 nothing is said to be empty, summed or due, and after a failure one can try again', async () => {
    node.breakWith(faults.silence, 'eth_call')
    const board = openBoard(luis, { link: '1' })
    const unknown = { book: undefined, dashboard: undefined, areSumsKnown: false, inOffers: undefined, dealings: undefined }
    expect(board.get()).toMatchObject({ ...unknown, isOffline: false, arrival: undefined, claimable: 0n })
    expect(board.get().market).toMatchObject({ items: undefined, openCounts: { offer: undefined, request: undefined } })
    expect(board.get().market).toMatchObject({ areStandIns: false, search: { hasFailed: false } })
    expect(board.get().sections).toMatchObject({ lent: { reading: 'begun' }, borrowed: { reading: 'begun' } })

    // Hangs up on the call that waits.
    await node.heal()
    node.breakWith(faults.httpError, 'eth_call')
    const failed = await board.until(({ isOffline }) => isOffline)
    expect(failed).toMatchObject({ ...unknown, arrival: undefined })
    expect(failed.sections).toMatchObject({ lent: { reading: 'failed' }, borrowed: { reading: 'failed' } })

    await node.heal()
    failed.sections.borrowed.tryAgain()
    const { sections, areSumsKnown, arrival } = await board.until(({ arrival }) => arrival)
    expect(sections).toMatchObject({ lent: { reading: 'done' }, borrowed: { reading: 'done', loans: [], takenCount: 0 } })
    expect({ areSumsKnown, arrival }).toMatchObject({ areSumsKnown: true, arrival: { kind: 'take' } })
  })

  test('M4 X5 X6 examples stand in for a market that cannot be read, are said to be examples, and are not counted as open', async () => {
    node.breakWith(faults.httpError)
    const board = openBoard(luis)
    const { market, sections, dueDates, steps, now } = await board.until(({ isOffline }) => isOffline)
    expect(market).toMatchObject({ areStandIns: true, openCounts: { offer: undefined }, search: { hasFailed: true } })
    expect(market.items?.map(({ loan: { demo, principal, apr, duration } }) => [demo, principal, apr, duration])).toEqual([
      [true, 300n * DOLLAR, 1000, 30 * DAY],
      [true, 500n * DOLLAR, 1400, 60 * DAY],
      [true, 1200n * DOLLAR, 900, 90 * DAY],
      [true, 100n * DOLLAR, 1800, 15 * DAY],
    ])
    const figures = [...sections.lent.examples, ...sections.borrowed.examples]
    expect(figures.map(({ principal, apr, repaid, dueAt }) => [principal, apr, repaid, Math.floor((dueAt - now) / DAY)])).toEqual(
      [
        [400n * DOLLAR, 1200, 150n * DOLLAR, 25],
        [200n * DOLLAR, 1500, 50n * DOLLAR, -3],
        [350n * DOLLAR, 1000, 100n * DOLLAR, 12],
        [150n * DOLLAR, 2000, 0n, 2],
      ],
    )
    expect(dueDates).toEqual([])
    expect(steps.done).toEqual({ money: undefined, lend: undefined, share: false })

    await node.heal()
    market.search.tryAgain()
    const { market: read } = await board.until(({ isOffline }) => !isOffline)
    expect(read).toMatchObject({ areStandIns: false, openCounts: { offer: 4 }, search: { hasFailed: false } })
    expect(read.items?.some(({ loan }) => loan.demo)).toBe(false)
  })

  test('there are no examples of requests: unread ones are not known, and not none', async () => {
    node.breakWith(faults.httpError)
    const board = openBoard(luis, { filters: { kind: 'request' } })
    const { market } = await board.until(({ isOffline }) => isOffline)
    expect(market).toMatchObject({ items: undefined, areStandIns: false, search: { hasFailed: true } })
    await node.heal()
    market.search.tryAgain()
    expect((await board.until(({ market }) => market.items)).market.items).toEqual([])
  })

  test('H2 what could not be read is still unread while it is asked for again', async () => {
    node.breakWith(faults.httpError)
    const board = openBoard(luis)
    await board.until(({ isOffline }) => isOffline)
    const asked = gate()
    node.breakWith(() => asked.open(), 'eth_getCode')
    board.refresh()
    await asked.opened
    expect(board.get()).toMatchObject({ isOffline: true, market: { areStandIns: true } })
    expect(board.get().sections.lent.reading).toBe('failed')
  })
})

describe('a node that fails', () => {
  test('lists stay as they were, and are said to be old; whatever is wrong with the answer, it is not taken', async () => {
    const board = openBoard(luis)
    const { dashboard: before } = await board.until(({ dashboard }) => dashboard)
    const wrong: [string, () => unknown][] = [
      ...Object.entries(faults)
        .filter(([name]) => !['silence', 'unanswered', 'halfAnswer'].includes(name))
        .map(([name, fault]): [string, () => unknown] => [name, () => node.breakWith(fault, 'eth_call')]),
      ['empty', () => node.breakWith(says('0x'), 'eth_call')],
      ['gone', () => node.goAway()],
    ]
    for (const [name, fail] of wrong) {
      await fail()
      board.refresh()
      const { market, dashboard } = await board.until(({ isOffline }) => isOffline)
      expect({ name, ids: idsOf(market.items), areStandIns: market.areStandIns }).toEqual({
        name,
        ids: [4, 3, 2, 1],
        areStandIns: false,
      })
      expect(dashboard?.at).toEqual(before?.at)
      await node.heal()
      board.refresh()
      await board.until(({ isOffline }) => !isOffline)
    }
  })

  test('one answer with a number that cannot be is not taken, and the next one is', async () => {
    const board = openBoard(luis)
    const { dashboard } = await board.until(({ dashboard }) => dashboard)
    const tooMuch = 2n ** 200n
    const page = { items: [], next: tooMuch }
    for (const lie of [
      { timestamp: 2n ** 60n },
      { blockNumber: 2n ** 255n },
      { chainId: 2n ** 255n },
      { chainId: 1n },
      { openOffersLength: tooMuch },
      { offersForLength: tooMuch },
      { openRequestsLength: tooMuch },
      { requestsForLength: tooMuch },
      { ethBalance: tooMuch },
      { dollarBalance: tooMuch },
      { claimable: tooMuch },
      { openOffers: page },
      { openRequests: page },
      { lent: { length: tooMuch, rows: [], items: [] } },
    ]) {
      node.breakWith(
        forgedIn('dashboard', (board) => ({ ...board, ...lie })),
        'eth_call',
      )
      board.refresh()
      const view = await board.until(({ isOffline }) => isOffline)
      expect(view.dashboard).toEqual(dashboard)
      await node.heal()
      board.refresh()
      await board.until(({ isOffline }) => !isOffline)
    }
  })

  test('of another chain has no say: neither in what is open, nor in whether there is a contract', async () => {
    await standBefore(takeChain({ chainId: 1 }))
    const board = openBoard(luis)
    expect((await board.until(({ isOffline }) => isOffline)).book).toBeUndefined()
    await standBefore(takeChain({ chainId: 1, contracts: false }))
    const empty = openBoard(luis)
    expect((await empty.until(({ isOffline }) => isOffline)).dashboard).toBeUndefined()
    await standBefore(takeChain({ chainId: networks.sepolia.id }))
    empty.refresh()
    expect(await empty.until(({ isOffline }) => !isOffline)).toMatchObject({ chainId: networks.sepolia.id })
  })

  test('an answer that takes longer than the next question is still shown', async () => {
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    await publish(world, ana, {})
    const slow = holding()
    node.breakWith(slow.fault, 'eth_call')
    board.refresh()
    board.refresh()
    expect(idsOf(board.get().market.items)).toEqual([4, 3, 2, 1])
    slow.release()
    expect(idsOf((await board.until(({ market }) => market.items?.length === 5)).market.items)).toEqual([5, 4, 3, 2, 1])
  })

  test.each([
    ['a refresh shows what happened', 'offer'],
    ['who begins to look at requests sees them', 'request'],
  ] as const)('while the first question is under way, %s', async (_, kind) => {
    const isHeld = vi.fn(() => true)
    const first = holding(isHeld)
    node.breakWith(first.fault, 'eth_call')
    const board = openBoard(luis)
    await expect.poll(() => isHeld).toHaveBeenCalledOnce()
    await publish(world, ana, {})
    await ask(world, ana, {})
    if (kind === 'offer') board.refresh()
    else board.filter({ ...board.get().market.filters, kind })
    first.release()
    const { market } = await board.until(({ market }) => market.items)
    expect(market.items).toHaveLength(kind === 'offer' ? 5 : 1)
    expect(board.calls).toEqual(['dashboard', 'dashboard'])
  })
})

describe('by itself', () => {
  test('H3 M5 with hundreds of offers there is one question every six seconds on a local chain, and none while hidden', async () => {
    const { asked, pass } = withIntervals()
    const page = { hidden: false, visibilityState: 'visible' }
    vi.stubGlobal('document', page)
    const watched = new EventTarget()
    vi.stubGlobal('window', watched)
    await publishMany(chain, 300)
    const board = openBoard(luis)
    expect((await board.until(({ dashboard }) => dashboard)).market.openCounts.offer).toBe(304)
    expect(asked.splice(0)).toEqual(['eth_getCode', 'dashboard'])
    expect(await pass(20)).toEqual(['dashboard', 'dashboard', 'dashboard'])

    Object.assign(page, { hidden: true, visibilityState: 'hidden' })
    expect(await pass(20)).toEqual([])
    Object.assign(page, { hidden: false, visibilityState: 'visible' })
    watched.dispatchEvent(new Event('visibilitychange'))
    expect(await pass(1)).toEqual(['dashboard'])

    board.leave()
    expect(await pass(20)).toEqual([])
  })

  test('H3 M5 with a block every 12 seconds an idle board sends at most 12 requests a minute, and an offer is seen within 4 seconds of its block', async () => {
    const { asked, pass } = withIntervals()
    await standBefore(takeChain({ chainId: networks.sepolia.id }))
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    asked.length = 0
    const perMinute: number[] = []
    const delays: number[] = []
    for (let minute = 0; minute < 3; minute++) {
      let requests = 0
      for (let block = 0; block < 5; block++) {
        await publish(world, ana, {})
        const offers = board.get().market.openCounts.offer
        let delay = Number.POSITIVE_INFINITY
        for (let second = 0.5; second <= 12; second += 0.5) {
          requests += (await pass(0.5)).length
          if (board.get().market.openCounts.offer !== offers) delay = Math.min(delay, second)
        }
        delays.push(delay)
      }
      perMinute.push(requests)
    }
    expect(perMinute).toEqual([5, 6, 6])
    expect(Math.max(...delays)).toBeLessThanOrEqual(4)
  })

  test('M5 on a local chain a new offer is seen within six seconds', async () => {
    const { asked, pass } = withIntervals()
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    asked.length = 0
    await publish(world, ana, { note: 'Recién publicada' })
    expect(await pass(6)).toEqual(['dashboard'])
    expect(board.get().market.items?.[0]?.loan.note).toBe('Recién publicada')
  })

  test('M5 a node that takes longer to answer than the pause between questions is asked once, and its answer is shown', async () => {
    const { asked, pass } = withIntervals()
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    asked.length = 0
    await publish(world, ana, {})
    const slow = holding()
    node.breakWith(slow.fault, 'eth_call')
    expect(await pass(20, 'dashboard')).toEqual(['dashboard'])
    slow.release()
    await board.until(({ market }) => market.items?.length === 5)
  })

  test('H3 without a contract the balance takes at most 12 requests a minute', async () => {
    const { asked, pass } = withIntervals()
    await standBefore(takeChain({ contracts: false }))
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    asked.length = 0
    expect((await pass(120)).length).toBeLessThanOrEqual(24)
  })

  test('H2 a node that is gone is asked again every ten seconds, and comes back without anybody asking', async () => {
    withIntervals()
    await node.goAway()
    const board = openBoard(luis)
    await board.until(({ isOffline }) => isOffline)
    await node.heal()
    vi.advanceTimersByTime(10_000)
    expect(idsOf((await board.until(({ isOffline }) => !isOffline)).market.items)).toEqual([4, 3, 2, 1])

    await node.goAway()
    vi.advanceTimersByTime(10_000)
    expect(idsOf((await board.until(({ isOffline }) => isOffline)).market.items)).toEqual([4, 3, 2, 1])
    await node.heal()
    await publish(world, ana, {})
    vi.advanceTimersByTime(10_000)
    expect(idsOf((await board.until(({ isOffline }) => !isOffline)).market.items)).toEqual([5, 4, 3, 2, 1])
  })

  test('reads twenty pages every ten minutes of an endless, growing list of proposals to me', async () => {
    const { pass } = withIntervals()
    let length = 20_000n
    node.breakWith(async (call) => {
      const [{ data }] = call.params as [{ data: Hex }]
      const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data })
      if (functionName === 'addressed') return forgedIn('addressed', () => ({ items: [], next: args[3] - 1n }))(call)
      length += 100n
      const requestsFor = { items: [], next: length }
      await forgedIn('dashboard', (board) => ({ ...board, requestsForLength: length, requestsFor }))(call)
    }, 'eth_call')
    const board = openBoard(luis)
    await board.until(({ book }) => book)
    const countPages = async (seconds: number) => (await pass(seconds)).filter((name) => name === 'addressed').length
    expect(await countPages(29)).toBe(20)
    expect(length).toBeGreaterThan(20_200n)
    expect(await countPages(540)).toBe(0)
    expect(await countPages(60)).toBe(20)
    expect(board.calls.filter((name) => name === 'forMe')).toHaveLength(2)
  })

  test('what failed beside the dashboard is asked for again too', async () => {
    withIntervals()
    await publishMany(chain, 150)
    node.breakWith(of('packed', faults.httpError), 'eth_call')
    const board = openBoard(luis, { filters: { words: 'emergencia' } })
    await board.until(({ market }) => market.search.hasFailed)
    await node.heal()
    vi.advanceTimersByTime(10_000)
    expect(idsOf((await board.until(({ market }) => market.items?.length === 1)).market.items)).toEqual([1])
  })
})

describe('a chain that changes under the reader', () => {
  test('an offer that a reorganised chain forgets goes away, and so does the debt that came of another', async () => {
    const fork = await client.markFork()
    await publish(world, ana, { principal: 33n * DOLLAR })
    await take(world, luis, 1n)
    const board = openBoard(luis)
    const { market, sections } = await board.until(({ dashboard }) => dashboard)
    expect([idsOf(market.items), idsOf(sections.borrowed.loans)]).toEqual([[5, 4, 3, 2], [1]])
    await fork.reorganise()
    board.refresh()
    const {
      market: after,
      sections: own,
      isLagging,
    } = await board.until(({ market }) => market.items?.length !== 4 || market.items[0]?.loan.id === 4n)
    expect([idsOf(after.items), idsOf(own.borrowed.loans), isLagging]).toEqual([[4, 3, 2, 1], [], false])
  })

  test('a node that lags does not bring back what is gone, and is said to lag once it did so twice', async () => {
    const before = await getBlockNumber(client, { cacheTime: 0 })
    await take(world, eva, 1n)
    const board = openBoard(luis)
    const { dashboard } = await board.until(({ dashboard }) => dashboard)
    node.breakWith(async ({ params, ask, answer }) => {
      const [call] = params as [{ to: Address; data: Hex }]
      answer(await ask([call, numberToHex(before)]))
    }, 'eth_call')
    for (let round = 1; round <= 3; round++) {
      board.refresh()
      const view = await board.until(({ dashboard }) => dashboard?.droppedCount === round)
      expect(idsOf(view.market.items)).toEqual([4, 3, 2])
      expect(view).toMatchObject({ isLagging: round >= 2, isOffline: false })
      expect(view.dashboard).toMatchObject({ at: dashboard?.at, receivedAt: dashboard?.receivedAt })
    }
    await node.heal()
    await publish(world, ana, {})
    board.refresh()
    const { market, isLagging } = await board.until(({ market }) => market.items?.length === 4)
    expect({ ids: idsOf(market.items), isLagging }).toEqual({ ids: [5, 4, 3, 2], isLagging: false })
  })

  test('one answer of a block far ahead does not freeze the board: it is marked as old, and then renewed', async () => {
    node.breakWith(
      forgedIn('dashboard', (board) => ({
        ...board,
        blockNumber: board.blockNumber + 1_000_000n,
        timestamp: board.timestamp + 12_000_000n,
      })),
      'eth_call',
    )
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    await node.heal()
    await publish(world, ana, {})
    let rounds = 0
    for (; board.get().market.items?.length === 4 && rounds < 20; rounds++) {
      const { dashboard } = board.get()
      await client.mine({ blocks: 1 })
      board.refresh()
      const { isLagging } = await board.until((view) => view.dashboard !== dashboard)
      if (rounds > 1 && board.get().market.items?.length === 4) expect(isLagging).toBe(true)
    }
    expect(rounds).toBe(7)
    expect(board.get()).toMatchObject({ isLagging: false, market: { openCounts: { offer: 5 } } })
  })

  test('a local chain that begins again is shown', async () => {
    await publish(world, ana, {})
    await client.mine({ blocks: 500 })
    const board = openBoard(luis)
    expect((await board.until(({ dashboard }) => dashboard)).market.openCounts.offer).toBe(5)
    await standBefore(takeChain())
    await client.increaseTime({ seconds: DAY })
    await client.mine({ blocks: 1 })
    board.refresh()
    expect(idsOf((await board.until(({ market }) => market.openCounts.offer === 4)).market.items)).toEqual([4, 3, 2, 1])
  })
})

describe('a chain without a contract', () => {
  test('M2 M3 has the examples, which nobody takes for unread ones, no requests, and nothing to sum; a link leads nowhere', async () => {
    await standBefore(takeChain({ contracts: false }))
    const board = openBoard(luis, { link: '1' })
    const view = await board.until(({ dashboard }) => dashboard)
    expect(view).toMatchObject({ book: undefined, isOffline: false, areSumsKnown: true, inOffers: undefined, refusedCount: 0 })
    expect(view.market).toMatchObject({ areStandIns: false, openCounts: { offer: 4, request: 0 }, search: { hasFailed: false } })
    expect(view.market.items?.map(({ loan }) => loan.demo)).toEqual([true, true, true, true])
    expect(view.sections).toMatchObject({ lent: { reading: 'done', loans: [] }, borrowed: { reading: 'done', loans: [] } })
    expect(view.dashboard?.ethBalance).toBeGreaterThan(0n)
    expect(view.arrival).toEqual({ kind: 'unknown' })

    board.filter({ ...view.market.filters, kind: 'request' })
    expect(board.get().market).toMatchObject({ items: [], areStandIns: false })
    board.filter({ ...view.market.filters, words: 'estudios' })
    expect((await board.until(({ market }) => market.items?.length === 1)).market.items?.[0]?.loan.principal).toBe(1200n * DOLLAR)
    // The examples stay where the node is gone as well: there was no contract to read.
    await node.goAway()
    board.refresh()
    expect((await board.until(({ isOffline }) => isOffline)).market.areStandIns).toBe(false)
  })

  test('M4 a contract that is deployed while the board is open replaces the examples', async () => {
    await standBefore(takeChain({ contracts: false }))
    const board = openBoard(luis)
    await board.until(({ dashboard }) => dashboard)
    const deployment = await deploy(await createTransactionSender({ transport: chain.transport, account: people.deployer }))
    await publishSampleLoans(chain.transport, deployment)
    board.refresh()
    const { market } = await board.until(({ book }) => book)
    expect(market.items?.map(({ loan }) => loan.demo)).toEqual([false, false, false, false])
  })
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
