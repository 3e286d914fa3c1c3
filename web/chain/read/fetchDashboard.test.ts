import { type ContractFunctionReturnType, decodeFunctionData, decodeFunctionResult, encodeFunctionResult, type Hex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { publishMany } from '../../../devchain/publishMany.ts'
import type { Chain } from '../../../devchain/start.ts'
import { createChainClient } from '../../../devchain/testClient.ts'
import { type Fault, type Node, says, startNode } from '../../../e2e/support/node.ts'
import { deploymentOf, pay, publish, take } from '../../../e2e/support/others.ts'
import { networks } from '../../chains.ts'
import { loanLensAbi } from '../abi.ts'
import { takeChain } from '../chains.testing.ts'

const { ana, luis } = people

let chain: Chain
let node: Node
let lists: typeof import('./fetchDashboard.ts')

beforeAll(async () => {
  node = await startNode()
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', node.url)
  lists = await import('./fetchDashboard.ts')
})

afterAll(() => node.stop())

beforeEach(async () => {
  chain = await takeChain()
  node.standBefore(async () => chain)
})

afterEach(() => node.heal())

test('an answer with more than was asked for, or of another chain, is refused', async () => {
  vi.resetModules()
  vi.stubEnv('REACT_APP_LENDING_ADDRESS', deploymentOf({ chain }).loanBook)
  const { fetchDashboard } = await import('./fetchDashboard.ts')
  const forging = (forge: (board: Board) => Board) => {
    node.breakWith(async ({ id, ask, answer }) => {
      const functionName = 'dashboard'
      const board = decodeFunctionResult({ abi: loanLensAbi, functionName, data: JSON.parse(await ask()).result })
      const result = encodeFunctionResult({ abi: loanLensAbi, functionName, result: forge(board) })
      answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }, 'eth_call')
    return fetchDashboard(ana.address)
  }
  const row = { id: 1n, status: 1, owed: 0n, nextDue: 0n, dueTs: 0n }
  await expect(forging((board) => board)).resolves.toMatchObject({ book: { lent: { length: 1 } } })
  const long = (board: Board) => ({ ...board, lent: { ...board.lent, rows: Array.from({ length: 1_001 }, () => row) } })
  await expect(forging(long)).rejects.toThrow('1001 entries')
  await expect(forging((board) => ({ ...board, chainId: 1n }))).rejects.toThrow('chain 1')
})

describe('without a setting for the contract', () => {
  const readFresh = async (other: Chain) => {
    vi.resetModules()
    vi.stubEnv('REACT_APP_LENDING_ADDRESS', '')
    node.standBefore(async () => other)
    const { fetchDashboard } = await import('./fetchDashboard.ts')
    return fetchDashboard(ana.address)
  }

  test('it is found at the address that it has on every chain, on Sepolia too', async () => {
    const other = await takeChain({ chainId: networks.sepolia.id })
    const { book } = await readFresh(other)
    expect(book).toMatchObject({ address: deploymentOf({ chain }).loanBook, chainId: networks.sepolia.id })
  })

  test('where no code stands there is the balance alone', async () => {
    const { book, ethBalance } = await readFresh(await takeChain({ contracts: false }))
    expect(book).toBeUndefined()
    expect(ethBalance).toBeGreaterThan(0n)
  })

  test('a node of another chain has no say in whether there is one', async () => {
    node.breakWith(says('0x1'), 'eth_chainId')
    await expect(readFresh(await takeChain({ contracts: false }))).rejects.toThrow('chain 1')
  })
})

type Board = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'dashboard'>

describe('a person', () => {
  test('is known by how much was repaid, to how many, and what is overdue now', async () => {
    const { luis, eva } = people
    for (const lender of [ana, ana, eva]) {
      const id = await publish({ chain }, lender, { principal: 20_000_000n, seconds: 86_400 })
      await take({ chain }, luis, id)
      if (lender === eva) await pay({ chain }, luis, id, 40_000_000n)
    }
    const address = deploymentOf({ chain }).loanBook
    const known = { record: { taken: 3, repaid: 1, repaidLate: 0, repaidDollars: 20 }, examined: 3, lenders: 2 }
    expect(await lists.fetchPerson({ address }, luis.address)).toEqual({ ...known, overdue: 0 })
    const client = createChainClient(chain.transport)
    await client.increaseTime({ seconds: 2 * 86_400 })
    await client.mine({ blocks: 1 })
    expect(await lists.fetchPerson({ address }, luis.address)).toEqual({ ...known, overdue: 2 })
    const nobody = await lists.fetchPerson({ address }, address)
    expect(nobody).toMatchObject({ record: { taken: 0 }, examined: 0, overdue: 0, lenders: 0 })
  })

  test('of whom a node claims more than can be is cut to what can', async () => {
    const huge = 2n ** 255n
    node.breakWith(({ id, answer }) => {
      const record = { taken: 5n, repaid: huge, repaidLate: huge, repaidDollars: huge }
      const result = encodeFunctionResult({
        abi: loanLensAbi,
        functionName: 'personOf',
        result: { record, examined: huge, overdue: huge, lenders: huge },
      })
      answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }, 'eth_call')
    const found = await lists.fetchPerson({ address: deploymentOf({ chain }).loanBook }, luis.address)
    expect(found).toMatchObject({ examined: 5, overdue: 5, lenders: 5 })
    expect(found.record.repaidDollars).toBe(2 ** 32 - 1)
  })
})

describe('lists that are read in several pages', () => {
  test('show one moment: an offer published in between shifts nothing', async () => {
    await publishMany(chain, 196)
    const source = await here()
    await publish({ chain }, ana, {})
    const pages = [await lists.fetchOpen('offer', source, 0), await lists.fetchOpen('offer', source, 100)]
    expect(idsOf(pages)).toEqual(Array.from({ length: 200 }, (_, index) => BigInt(200 - index)))
  })

  test('where the node has let go of that block, they are read at the newest', async () => {
    const source = await here()
    const id = await publish({ chain }, ana, { to: luis.address })
    node.breakWith(onlyNewest, 'eth_call')
    expect((await lists.fetchOpen('offer', source, 0)).items).toHaveLength(4)
    expect(idsOf([await lists.fetchForMe('offer', source, luis.address, 0, 1)])).toEqual([id])
    expect((await lists.fetchRows(source, ana.address, 'lent', 0)).items).toHaveLength(2)
    expect(idsOf([await lists.fetchItems(source, ana.address, [id])])).toEqual([id])
  })

  test('count what cannot be read', async () => {
    const id = await publish({ chain }, ana, { to: luis.address })
    await take({ chain }, luis, 1n)
    const source = await here()
    node.breakWith(withStatus9, 'eth_call')
    const found = [
      await lists.fetchOpen('offer', source, 0),
      await lists.fetchForMe('offer', source, luis.address, 0, 1),
      await lists.fetchRows(source, luis.address, 'borrowed', 0),
      await lists.fetchItems(source, luis.address, [id]),
    ]
    expect(found.map(({ refused }) => refused)).toEqual([
      ['Loan 4 has unknown status 9'],
      ['Loan 5 has unknown status 9'],
      ['Loan 1 has unknown status 9'],
      ['Loan 5 has unknown status 9'],
    ])
    expect(found.map(({ items }) => items.length)).toEqual([2, 0, 0, 0])
  })

  test.each([
    ['leads back', 0n],
    ['leads nowhere', 2n ** 200n],
  ])('a page that %s is refused', async (_, next) => {
    const source = await here()
    node.breakWith(
      forged((result) => ({ ...result, next })),
      'eth_call',
    )
    await expect(lists.fetchOpen('offer', source, 0)).rejects.toThrow(`next offset ${next}`)
    await expect(lists.fetchForMe('offer', source, luis.address, 0, 1_000)).rejects.toThrow(`next offset ${next}`)
  })
})

test('the loan of a number is the one with that number: a node that answers with another real one is not believed', async () => {
  const mine = await publish({ chain }, ana, {})
  const other = await publish({ chain }, luis, {})
  const source = await here()
  const word = (id: bigint) => id.toString(16).padStart(64, '0')
  node.breakWith(async ({ params, ask, answer }) => {
    // A true answer to another question.
    const [call, ...rest] = params as [{ data: string }, ...unknown[]]
    answer(await ask([{ ...call, data: call.data.replace(new RegExp(`${word(mine)}$`), word(other)) }, ...rest]))
  }, 'eth_call')
  expect((await lists.fetchItems(source, people.eva.address, [mine])).items).toEqual([])
})

describe('a search', () => {
  test('goes through every open offer at one block, in few calls, and says how far it is', async () => {
    await publishMany(chain, 1_096)
    const source = await here()
    await publish({ chain }, ana, {})
    const progress: number[] = []
    const { items, refused, next } = await lists.fetchOpenRows('offer', source, 1_100, (part) => progress.push(part.next))
    expect(items.map(({ loan }) => loan.id)).toEqual(Array.from({ length: 1_100 }, (_, index) => BigInt(1_100 - index)))
    expect(items[1_099]?.loan).toMatchObject({ principal: 300_000_000n, apr: 1000, note: expect.stringContaining('emergencia') })
    expect({ refused, next, progress }).toEqual({ refused: [], next: 1_100, progress: [1_000, 1_100] })
  })

  test('where the node has let go of that block, goes through the newest', async () => {
    const source = await here()
    node.breakWith(onlyNewest, 'eth_call')
    expect((await lists.fetchOpenRows('offer', source, 4, () => {})).items).toHaveLength(4)
  })

  test('counts what cannot be read, and refuses bytes that are cut or lead nowhere', async () => {
    const source = await here()
    const answering = (change: (packed: Hex, next: bigint) => unknown) =>
      node.breakWith(
        forged(([packed, next]) => change(packed, next)),
        'eth_call',
      )
    const search = () => lists.fetchOpenRows('offer', source, 4, () => {})

    // The amount of the first offer, after its id and lender.
    answering((packed, next) => [`${packed.slice(0, 50)}${'0'.repeat(14)}${packed.slice(64)}`, next])
    expect(await search()).toMatchObject({ items: { length: 3 }, refused: ['Loan 4 has principal 0'] })
    answering((packed, next) => [packed.slice(0, -2), next])
    await expect(search()).rejects.toThrow('incomplete entry')
    answering((packed, next) => [`${packed}${packed.slice(2)}`, next])
    await expect(search()).rejects.toThrow('more than 4 entries')
    answering((packed) => [packed, 0n])
    await expect(search()).rejects.toThrow('next offset 0')
  })

  test('ends, however long a node claims the list to be', async () => {
    const source = await here()
    let calls = 0
    node.breakWith(
      forged(() => ['0x', BigInt(++calls)]),
      'eth_call',
    )
    expect(await lists.fetchOpenRows('offer', source, 1_000_000, () => {})).toMatchObject({ items: [], next: 30 })
    expect(calls).toBe(30)
  })

  test('that failed half way goes on from there, and shows no offer twice', async () => {
    await publishMany(chain, 1_096)
    const source = await here()
    const parts: Awaited<ReturnType<typeof lists.fetchOpenRows>>[] = []
    await lists.fetchOpenRows('offer', source, 1_000, (part) => parts.push(part))
    // Two offers later every offset has shifted by two.
    await publishMany(chain, 2)
    const { items, next } = await lists.fetchOpenRows('offer', await here(), 1_102, () => {}, { from: parts[0] })
    expect(next).toBe(1_102)
    expect(items.map(({ loan }) => loan.id)).toEqual(Array.from({ length: 1_100 }, (_, index) => BigInt(1_100 - index)))
  })

  test('stops asking once nobody waits for it', async () => {
    const source = await here()
    const stop = AbortSignal.abort(new Error('Nobody waits'))
    await expect(lists.fetchOpenRows('offer', source, 4, () => {}, { signal: stop })).rejects.toThrow('Nobody waits')
  })
})

async function here() {
  const blockNumber = await getBlockNumber(createChainClient(chain.transport), { cacheTime: 0 })
  return { address: deploymentOf({ chain }).loanBook, blockNumber }
}

function idsOf(pages: readonly { items: readonly { loan: { id: bigint } }[] }[]): bigint[] {
  return pages.flatMap(({ items }) => items.map(({ loan }) => loan.id))
}

/** A node without an archive. */
const onlyNewest: Fault = async ({ params, ask, answer }) => {
  const pruned = '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"missing trie node"}}'
  answer(params[1] === 'latest' ? await ask() : pruned)
}

// biome-ignore lint/suspicious/noExplicitAny: the result of whichever function of the lens was called
function forged(change: (result: any) => unknown): Fault {
  return async ({ params, ask, answer }) => {
    const [{ data }] = params as [{ data: Hex }]
    const { functionName } = decodeFunctionData({ abi: loanLensAbi, data })
    const { result, ...rest } = JSON.parse(await ask())
    const honest = decodeFunctionResult({ abi: loanLensAbi, functionName, data: result })
    const forgery = encodeFunctionResult({ abi: loanLensAbi, functionName, result: change(honest) } as never)
    answer(JSON.stringify({ ...rest, result: forgery }))
  }
}

/** Gives the first loan of every list a status that there is not. */
const withStatus9 = forged((result) => {
  const spoil = ([first, ...rest]: { loan?: object }[]) => [
    first?.loan ? { ...first, loan: { ...first.loan, status: 9 } } : { ...first, status: 9 },
    ...rest,
  ]
  return Array.isArray(result) ? spoil(result) : { ...result, items: spoil(result.items) }
})
