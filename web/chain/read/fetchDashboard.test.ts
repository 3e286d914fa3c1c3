import {
  type ContractFunctionReturnType,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  zeroAddress,
} from 'viem'
import { getBlockNumber } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { publishMany } from '../../../devchain/publishMany.ts'
import type { Chain } from '../../../devchain/start.ts'
import { createChainClient } from '../../../devchain/testClient.ts'
import { type Fault, type Node, says, startNode } from '../../../e2e/support/node.ts'
import { deploymentOf, forgive, notePayment, pay, publish, take } from '../../../e2e/support/others.ts'
import { networks } from '../../chains.ts'
import { OWN_ROWS } from '../../loans/limits.ts'
import { DAY } from '../../loans/loan.ts'
import { loanBookAbi, loanLensAbi } from '../abi.ts'
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
  const long = (board: Board) => ({ ...board, lent: { ...board.lent, rows: Array.from({ length: OWN_ROWS + 1 }, () => row) } })
  await expect(forging(long)).rejects.toThrow(`${OWN_ROWS + 1} entries`)
  await expect(forging((board) => ({ ...board, chainId: 1n }))).rejects.toThrow('chain 1')
  // Ana's offer among her debts: she is not its borrower.
  const { book } = await forging((board) => ({ ...board, borrowed: board.lent }))
  expect([book?.lent.items.length, book?.borrowed.items, book?.refused]).toEqual([1, [], ['Loan 1 is not of this account']])
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

async function pass(seconds: number): Promise<void> {
  const client = createChainClient(chain.transport)
  await client.increaseTime({ seconds })
  await client.mine({ blocks: 1 })
}

describe('a person', () => {
  test('is known by how much was repaid, to how many, and what is overdue now', async () => {
    const { luis, eva } = people
    for (const lender of [eva, ana, ana]) {
      const id = await publish({ chain }, lender, { principal: 20_000_000n, seconds: 2 * DAY })
      await take({ chain }, luis, id)
      if (lender !== eva) continue
      // A loan of less than a day does not count, nor does its lender.
      await pass(DAY)
      await pay({ chain }, luis, id, 40_000_000n)
    }
    const address = deploymentOf({ chain }).loanBook
    const record = { taken: 3, repaid: 1, repaidLate: 0, forgiven: 0, repaidDollars: 20 }
    const known = { record, examined: 3, lenders: 2, active: 2, lent: 0, borrowers: 0 }
    expect(await lists.fetchPerson({ address }, luis.address)).toEqual({ ...known, lenders: 1, overdue: 0 })
    await pass(3 * DAY)
    expect(await lists.fetchPerson({ address }, luis.address)).toEqual({ ...known, overdue: 2 })
    const nobody = await lists.fetchPerson({ address }, address)
    expect(await lists.fetchPerson({ address }, ana.address)).toMatchObject({ examined: 0, lent: 2, borrowers: 1 })
    expect(nobody).toMatchObject({ record: { taken: 0 }, examined: 0, lenders: 0, active: 0, overdue: 0 })
  })

  test('what was forgiven is neither repaid nor unpaid; only principal that came back through the contract is counted', async () => {
    const { luis } = people
    const lend = async () => {
      const id = await publish({ chain }, ana, { principal: 20_000_000n, seconds: 2 * DAY })
      await take({ chain }, luis, id)
      return id
    }
    const [forgiven, inCash] = [await lend(), await lend()]
    await pass(DAY)
    await pay({ chain }, luis, forgiven, 7_000_000n)
    await forgive({ chain }, ana, forgiven)
    await notePayment({ chain }, ana, inCash, 40_000_000n)
    await lend()
    expect(await lists.fetchPerson(here(), luis.address)).toEqual({
      record: { taken: 3, repaid: 1, repaidLate: 0, forgiven: 1, repaidDollars: 7 },
      examined: 3,
      lenders: 1,
      active: 1,
      overdue: 0,
      lent: 0,
      borrowers: 0,
    })
  })

  test('of whom a node claims more than can be is cut to what can', async () => {
    const huge = 2n ** 255n
    const claiming = (record: PersonClaim['record']) => {
      node.breakWith(({ id, answer }) => {
        const claim = { record, examined: huge, lenders: huge, active: huge, overdue: huge, lent: huge, borrowers: huge }
        const result = encodeFunctionResult({ abi: loanLensAbi, functionName: 'personOf', result: claim })
        answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
      }, 'eth_call')
      return lists.fetchPerson(here(), luis.address)
    }
    expect(await claiming({ taken: 5n, repaid: 2n, repaidLate: huge, forgiven: 1n, repaidDollars: huge })).toEqual({
      record: { taken: 5, repaid: 2, repaidLate: 2, forgiven: 1, repaidDollars: 2 ** 32 - 1 },
      examined: 5,
      lenders: 5,
      active: 2,
      overdue: 2,
      lent: 100,
      borrowers: 100,
    })
    const { record, active } = await claiming({ taken: 5n, repaid: 4n, repaidLate: 0n, forgiven: huge, repaidDollars: 0n })
    expect({ record, active }).toMatchObject({ record: { repaid: 4, forgiven: 1 }, active: 0 })
    expect((await claiming({ taken: huge, repaid: huge, repaidLate: 0n, forgiven: 0n, repaidDollars: 0n })).record).toMatchObject(
      {
        taken: 2 ** 32 - 1,
        repaid: 2 ** 32 - 1,
      },
    )
  })
})

describe('lists that are read in several pages', () => {
  test('an offer published in between, or taken, shifts nothing', async () => {
    await publishMany(chain, 196)
    const first = await lists.fetchOpen('offer', here(), lists.NEWEST)
    await publish({ chain }, ana, {})
    await take({ chain }, luis, 150n)
    await take({ chain }, luis, first.items.at(-1)?.loan.id ?? 0n)
    const second = await lists.fetchOpen('offer', here(), first.next)
    expect(idsOf([first, second])).toEqual(Array.from({ length: 200 }, (_, index) => BigInt(200 - index)))
    expect([first.next, second.next]).toEqual([101, 0])
  })

  test('what is addressed to me, and my own, go on from a place, whatever comes meanwhile', async () => {
    for (let count = 0; count < 5; count++) await publish({ chain }, ana, { to: luis.address })
    expect(idsOf([await lists.fetchForMe('offer', here(), luis.address, 3)])).toEqual([7n, 6n, 5n])
    const { rows } = await lists.fetchOlder(await atBlock(), ana.address, 'lent', 4)
    expect(rows.map(({ id }) => id)).toEqual([7n, 6n, 5n, 1n])
  })

  test('where all are gone meanwhile, the list ends', async () => {
    const [first, second] = [await lists.fetchOpen('offer', here(), 4), await lists.fetchOpen('request', here(), 4)]
    expect([idsOf([first]), first.next]).toEqual([[3n, 2n, 1n], 0])
    expect(second).toEqual({ items: [], refused: [], next: 0 })
  })

  test('where the node has let go of a block, loans are read by their ids at the newest', async () => {
    const source = await atBlock()
    const id = await publish({ chain }, ana, { to: luis.address })
    node.breakWith(onlyNewest, 'eth_call')
    expect(idsOf([await lists.fetchItems(source, ana.address, [id])])).toEqual([id])
  })

  test('count what cannot be read', async () => {
    const id = await publish({ chain }, ana, { to: luis.address })
    await take({ chain }, luis, 1n)
    node.breakWith(withStatus9, 'eth_call')
    const found = [
      await lists.fetchOpen('offer', here(), lists.NEWEST),
      await lists.fetchForMe('offer', here(), luis.address, 1),
      await lists.fetchOlder(await atBlock(), luis.address, 'borrowed', 1),
      await lists.fetchItems(await atBlock(), luis.address, [id]),
    ]
    expect(found.map(({ refused }) => refused)).toEqual([
      ['Loan 4 has unknown status 9'],
      ['Loan 5 has unknown status 9'],
      ['Loan 1 has unknown status 9'],
      ['Loan 5 has unknown status 9'],
    ])
    expect(found.map(({ items }) => items.length)).toEqual([2, 0, 0, 0])
  })

  test.each([4n, 5n, 2n ** 32n - 1n])('a page that leads back, to %s, is the last one', async (next) => {
    await publish({ chain }, ana, { to: luis.address })
    let calls = 0
    node.breakWith(
      forged((result) => {
        calls++
        return Array.isArray(result) ? [result[0], next] : { ...result, next }
      }),
      'eth_call',
    )
    const open = await lists.fetchOpen('offer', here(), 4)
    expect([idsOf([open]), open.next]).toEqual([[3n, 2n, 1n], 0])
    const from = { items: [], refused: [], next: 4 }
    expect(await lists.fetchOpenRows('offer', here(), () => {}, { from })).toMatchObject({ items: { length: 3 }, next: 0 })
    expect(idsOf([await lists.fetchForMe('offer', here(), luis.address, 4)])).toEqual([5n])
    expect(calls).toBe(3)
  })

  test('what is not below the page before is not taken again', async () => {
    node.breakWith(fromTheNewest, 'eth_call')
    expect(idsOf([await lists.fetchOpen('offer', here(), 3)])).toEqual([2n, 1n])
    const from = { items: [], refused: [], next: 3 }
    expect(idsOf([await lists.fetchOpenRows('offer', here(), () => {}, { from })])).toEqual([2n, 1n])
  })

  test('a page that leads nowhere is refused', async () => {
    const next = 2n ** 200n
    node.breakWith(
      forged((result) => ({ ...result, next })),
      'eth_call',
    )
    await expect(lists.fetchOpen('offer', here(), 4)).rejects.toThrow(`next page ${next}`)
    await expect(lists.fetchForMe('offer', here(), luis.address, 1_000)).rejects.toThrow(`next page ${next}`)
  })

  test('end, however slowly a node leads down, and however long it claims a list to be', async () => {
    let calls = 0
    node.breakWith(async (call) => {
      calls++
      const [{ data }] = call.params as [{ data: Hex }]
      const { args } = decodeFunctionData({ abi: loanLensAbi, data })
      await forged(() => ({ items: [], next: (args?.[3] as bigint) - 1n }))(call)
    }, 'eth_call')
    await lists.fetchForMe('offer', here(), luis.address, 4_000_000_000)
    expect(calls).toBe(20)
    await node.heal()
    await expect(lists.fetchOlder(await atBlock(), luis.address, 'borrowed', 4_000_000_000)).rejects.toThrow(
      '0 entries instead of 1000',
    )
  })
})

test('a note that is no UTF-8 shows a sign for each byte', async () => {
  const { loanBook: to } = deploymentOf({ chain })
  const terms = { principal: 1n, duration: 1n, apr: 1n, instalments: 1n }
  const args = [zeroAddress, terms, 'xxxx', 0n] as const
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'createRequest', args }).replace('78787878', 'fffe80c0')
  await createChainClient(chain.transport).sendFrom(luis.address, { to, data: data as Hex })
  const { items, refused } = await lists.fetchOpen('request', here(), 2 ** 32)
  expect([items[0]?.loan.note, refused]).toEqual(['\ufffd'.repeat(4), []])
})

test('the loan of a number is the one with that number: a node that answers with another real one is not believed', async () => {
  const mine = await publish({ chain }, ana, {})
  const other = await publish({ chain }, luis, {})
  const source = await atBlock()
  const word = (id: bigint) => id.toString(16).padStart(64, '0')
  node.breakWith(async ({ params, ask, answer }) => {
    // A true answer to another question.
    const [call, ...rest] = params as [{ data: string }, ...unknown[]]
    answer(await ask([{ ...call, data: call.data.replace(new RegExp(`${word(mine)}$`), word(other)) }, ...rest]))
  }, 'eth_call')
  expect((await lists.fetchItems(source, people.eva.address, [mine])).items).toEqual([])
})

test('what is addressed to me is read no further once nobody waits for it', async () => {
  const leaving = new AbortController()
  let calls = 0
  node.breakWith(async (call) => {
    if (++calls === 2) leaving.abort()
    const [{ data }] = call.params as [{ data: Hex }]
    const { args } = decodeFunctionData({ abi: loanLensAbi, data })
    await forged(() => ({ items: [], next: (args?.[3] as bigint) - 1n }))(call)
  }, 'eth_call')
  await expect(lists.fetchForMe('offer', here(), luis.address, 1_000, leaving.signal)).rejects.toThrow('aborted')
  expect(calls).toBe(2)
})

describe('a search', () => {
  test('goes through every open offer, in few calls, and says how far it is; what is published meanwhile shifts nothing', async () => {
    await publishMany(chain, 1_096)
    const progress: number[] = []
    const searching = lists.fetchOpenRows('offer', here(), (part) => progress.push(lists.countRead(part)))
    const [{ items, refused, next }] = await Promise.all([searching, publish({ chain }, ana, {})])
    const listed = items.filter(({ loan }) => loan.id <= 1_100n)
    expect(listed.map(({ loan }) => loan.id)).toEqual(Array.from({ length: 1_100 }, (_, index) => BigInt(1_100 - index)))
    expect(listed[1_099]?.loan).toMatchObject({ principal: 300_000_000n, apr: 1000, note: expect.stringContaining('emergencia') })
    expect({ refused, next, calls: progress.length, first: progress[0] }).toEqual({
      refused: [],
      next: 0,
      calls: 2,
      first: 1_000,
    })
  })

  test('counts what cannot be read, and refuses bytes that are cut or lead nowhere', async () => {
    const answering = (change: (packed: Hex, next: bigint) => unknown) =>
      node.breakWith(
        forged(([packed, next]) => change(packed, next)),
        'eth_call',
      )
    const search = () => lists.fetchOpenRows('offer', here(), () => {})

    // The amount of the first offer, after its id and lender.
    answering((packed, next) => [`${packed.slice(0, 50)}${'0'.repeat(14)}${packed.slice(64)}`, next])
    expect(await search()).toMatchObject({ items: { length: 3 }, refused: ['Loan 4 has principal 0'] })
    answering((packed, next) => [packed.slice(0, -2), next])
    await expect(search()).rejects.toThrow('incomplete entry')
    answering((packed, next) => [`${packed}${packed.slice(2).repeat(250)}`, next])
    await expect(search()).rejects.toThrow('more than 1000 entries')
    answering((packed) => [packed, 2n ** 40n])
    await expect(search()).rejects.toThrow(`next page ${2n ** 40n}`)
  })

  test('ends, however long a node claims the list to be', async () => {
    let calls = 0
    node.breakWith(
      forged(() => ['0x', 2n ** 32n - BigInt(++calls)]),
      'eth_call',
    )
    expect(await lists.fetchOpenRows('offer', here(), () => {})).toMatchObject({ items: [], next: 2 ** 32 - 30 })
    expect(calls).toBe(30)
  })

  test('that failed half way goes on from there, and shows no offer twice', async () => {
    await publishMany(chain, 1_096)
    const parts: Awaited<ReturnType<typeof lists.fetchOpenRows>>[] = []
    const stop = new AbortController()
    const keep = (part: (typeof parts)[number]) => {
      parts.push(part)
      stop.abort(new Error('Half way'))
    }
    await expect(lists.fetchOpenRows('offer', here(), keep, { signal: stop.signal })).rejects.toThrow('Half way')
    await publishMany(chain, 2)
    const { items, next } = await lists.fetchOpenRows('offer', here(), () => {}, { from: parts[0] })
    expect(next).toBe(0)
    expect(items.map(({ loan }) => loan.id)).toEqual(Array.from({ length: 1_100 }, (_, index) => BigInt(1_100 - index)))
  })

  test('stops asking once nobody waits for it', async () => {
    const stop = AbortSignal.abort(new Error('Nobody waits'))
    await expect(lists.fetchOpenRows('offer', here(), () => {}, { signal: stop })).rejects.toThrow('Nobody waits')
  })
})

type PersonClaim = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'personOf'>

function here() {
  return { address: deploymentOf({ chain }).loanBook }
}

async function atBlock() {
  return { ...here(), blockNumber: await getBlockNumber(createChainClient(chain.transport), { cacheTime: 0 }) }
}

function idsOf(pages: readonly { items: readonly { loan: { id: bigint } }[] }[]): bigint[] {
  return pages.flatMap(({ items }) => items.map(({ loan }) => loan.id))
}

/** A node that always gives the newest page. */
const fromTheNewest: Fault = async ({ params, ask, answer }) => {
  const [call, ...rest] = params as [{ data: Hex }, ...unknown[]]
  const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data: call.data })
  const [book, requests, , limit] = args as readonly [Hex, boolean, bigint, bigint]
  const data = encodeFunctionData({ abi: loanLensAbi, functionName, args: [book, requests, 2n ** 32n, limit] } as never)
  answer(await ask([{ ...call, data }, ...rest]))
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
  if (Array.isArray(result)) return spoil(result)
  return { ...result, ...(result.rows && { rows: spoil(result.rows) }), items: spoil(result.items) }
})
