import { getBlockNumber } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Chain, startChain } from '../../../devchain/start.ts'
import { type Fault, faults, type Node, says, startNode } from '../../../e2e/support/node.ts'

const MINUTE = 60_000

let chain: Chain
let first: Node
let second: Node
/** Which node each call reached, in order. */
let asked: string[]
let clients: typeof import('./clients.ts')

beforeAll(async () => {
  chain = await startChain({ contracts: false })
  first = await startNode()
  second = await startNode()
  for (const node of [first, second]) node.standBefore(async () => chain)
})

afterAll(async () => {
  await first.stop()
  await second.stop()
  await chain.stop()
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  asked = []
  first.breakWith(counting('first'))
  second.breakWith(counting('second'))
  await load(first, second)
})

afterEach(async () => {
  vi.useRealTimers()
  await first.heal()
  await second.heal()
})

describe('several nodes', () => {
  test('the preferred one is asked, and no other', async () => {
    await ask(3)
    expect(asked).toEqual(['first', 'first', 'first'])
  })

  test('a node that fails is not asked again at each request, and the one that answers is kept', async () => {
    first.breakWith(counting('first', faults.httpError))
    await ask(3)
    expect(asked).toEqual(['first', 'second', 'second', 'second'])
    first.breakWith(counting('first'))
    vi.advanceTimersByTime(2 * MINUTE)
    await ask(1)
    expect(asked.at(-1)).toBe('second')
  })

  test('when the next one fails too, one that has rested has its place again', async () => {
    first.breakWith(counting('first', faults.hangUp))
    await ask(1)
    first.breakWith(counting('first'))
    second.breakWith(counting('second', faults.hangUp))
    vi.advanceTimersByTime(MINUTE + 1)
    asked = []
    await ask(2)
    expect(asked).toEqual(['second', 'first', 'first'])
  })

  test('where all fail, all are asked, and the first that comes back answers', async () => {
    first.breakWith(counting('first', faults.httpError))
    second.breakWith(counting('second', faults.httpError))
    await expect(ask(1)).rejects.toThrow()
    await expect(ask(1)).rejects.toThrow()
    expect(asked).toEqual(['first', 'second', 'first', 'second'])
    second.breakWith(counting('second'))
    await ask(2)
    expect(asked.slice(4)).toEqual(['first', 'second', 'second'])
  })

  test('a call that a node refuses does not cost it its place', async () => {
    first.breakWith(counting('first', faults.rpcError))
    await ask(1)
    expect(asked).toEqual(['first', 'second'])
    first.breakWith(counting('first'))
    asked = []
    await ask(1)
    expect(asked).toEqual(['first'])
  })

  test('a node whose answers make no sense is left for the next', async () => {
    await ask(1)
    clients.nodeToLeave()()
    await ask(1)
    expect(asked).toEqual(['first', 'second'])
  })
})

describe('a node that says 429', () => {
  test('is not asked before the time that it names, even where there is no other', async () => {
    await load(first)
    first.breakWith(counting('first', limited('40')))
    await expect(ask(1)).rejects.toThrow()
    first.breakWith(counting('first'))
    vi.advanceTimersByTime(39_000)
    await expect(ask(1)).rejects.toThrow('429')
    expect(asked).toEqual(['first'])
    vi.advanceTimersByTime(1_001)
    await ask(1)
    expect(asked).toEqual(['first', 'first'])
  })

  test('names no time: it rests for some seconds, and each time for longer', async () => {
    await load(first)
    first.breakWith(counting('first', limited()))
    const rests: number[] = []
    for (let seconds = 0; rests.length < 3; seconds++) {
      const before = asked.length
      await expect(ask(1)).rejects.toThrow()
      if (asked.length > before) rests.push(seconds)
      vi.advanceTimersByTime(1_000)
    }
    expect(rests).toEqual([0, 5, 15])
  })

  test('names a time of years: an hour later it is asked again, and where there is no other after a minute', async () => {
    first.breakWith(counting('first', limited('99999999')))
    await ask(1)
    first.breakWith(counting('first'))
    second.breakWith(counting('second', faults.hangUp))
    vi.advanceTimersByTime(60 * MINUTE - 1)
    await expect(ask(1)).rejects.toThrow()
    vi.advanceTimersByTime(2)
    await ask(1)
    expect(asked.at(-1)).toBe('first')

    await load(first)
    first.breakWith(counting('first', limited('99999999')))
    await expect(ask(1)).rejects.toThrow()
    first.breakWith(counting('first'))
    vi.advanceTimersByTime(MINUTE + 1)
    await ask(1)
  })

  test('leaves its work to the next one', async () => {
    first.breakWith(counting('first', limited('90')))
    await ask(2)
    expect(asked).toEqual(['first', 'second', 'second'])
  })
})

describe('a second opinion', () => {
  test('comes from another node than the one in use', async () => {
    await ask(1)
    await getBlockNumber(other(), { cacheTime: 0 })
    expect(asked).toEqual(['first', 'second'])
  })

  test('is not asked of one that failed lately', async () => {
    first.breakWith(counting('first', faults.httpError))
    await ask(1)
    expect(clients.otherNodes()).toEqual([])
  })

  test('there is none with one node, though it be named twice', async () => {
    await load(first)
    expect(clients.otherNodes()).toEqual([])
    await load(first, first)
    expect(clients.otherNodes()).toEqual([])
  })
})

test('a node is named by its host: neither a key nor a path is told', () => {
  expect(clients.hostOf('https://user:secret@node.example:8545/v2/a-key?token=b')).toBe('node.example:8545')
  expect(clients.hostOf('/rpc')).toBe('localhost')
})

test.each([
  ['that says its length', (call: Call) => call.answer(`"${'A'.repeat(17 * 2 ** 20)}"`)],
  ['that never ends', endless],
])('an answer of many megabytes %s is not read to its end', async (_, fault) => {
  await load(first)
  first.breakWith(fault)
  await expect(ask(1)).rejects.toThrow('exceeded')
})

type Call = Parameters<Fault>[0]

test('each node is asked how it stands: which is in use, excluded, how far behind, of another chain or silent', async () => {
  const probe = async () => {
    const { probeNodes } = await import('./fetchLatestBlock.ts')
    return (await probeNodes()).map(({ ms, ...node }) => node)
  }
  const hosts = [first, second].map(({ url }) => new URL(url).host)
  const at =
    (block: number, chainId = 31337): Fault =>
    (call) =>
      says(call.method === 'eth_chainId' ? `0x${chainId.toString(16)}` : `0x${block.toString(16)}`)(call)
  first.breakWith(at(7))
  second.breakWith(at(10))
  expect(await probe()).toEqual([
    { url: first.url, host: hosts[0], isInUse: true, isExcluded: false, state: 'answers', lag: 3 },
    { url: second.url, host: hosts[1], isInUse: false, isExcluded: false, state: 'answers', lag: 0 },
  ])
  first.breakWith(at(7 + 80))
  second.breakWith(at(7))
  expect(await probe()).toMatchObject([{ isExcluded: false }, { isExcluded: true, lag: 80 }])
  first.breakWith(at(7))
  second.breakWith(at(1_000_000, 1))
  expect(await probe()).toMatchObject([{ lag: 0 }, { state: 'foreign', lag: 0 }])
  first.breakWith(faults.httpError)
  second.breakWith(at(10))
  expect(await probe()).toMatchObject([
    { isInUse: false, isExcluded: true, state: 'silent' },
    { isInUse: true, isExcluded: false, state: 'answers', lag: 0 },
  ])
})

async function load(...nodes: Node[]) {
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', nodes.map(({ url }) => url).join())
  clients = await import('./clients.ts')
}

async function ask(times: number) {
  for (let time = 0; time < times; time++) await getBlockNumber(clients.client, { cacheTime: 0 })
}

function other() {
  const [node] = clients.otherNodes()
  if (!node) throw new Error('There is no second node.')
  return node.client
}

function counting(name: string, fault: Fault = async ({ ask, answer }) => answer(await ask())): Fault {
  return (call) => {
    asked.push(name)
    return fault(call)
  }
}

function limited(retryAfter?: string): Fault {
  const headers: Record<string, string> = retryAfter ? { 'Retry-After': retryAfter } : {}
  // With a JSON-RPC error in its body, as hosted nodes send it.
  const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Too Many Requests"}}'
  return ({ answer }) => answer(body, 429, headers)
}

/** Sends until the page hangs up. */
async function endless({ stall, isOpen }: Call) {
  stall(`"${'A'.repeat(17 * 2 ** 20)}`)
  while (isOpen()) {
    stall('A'.repeat(2 ** 20))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
