import { encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { getBlock, getLogs, getTransactionReceipt, readContract } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '../../../devchain/people.ts'
import type { Chain } from '../../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../../devchain/testClient.ts'
import { type Fault, faults, type Node, startNode } from '../../../e2e/support/node.ts'
import { deploymentOf, extend, forgive, notePayment, pay, publish, take } from '../../../e2e/support/others.ts'
import { DAY, DOLLAR, isTaken, type TakenLoan } from '../../loans/loan.ts'
import { loanBookAbi } from '../abi.ts'
import { takeChain } from '../chains.testing.ts'
import { decodeLoan, EMPTY_RAW_RECORD } from '../read/decodeLoan.ts'

const { ana, luis, eva } = people
const REPAID = parseAbi(['event Repaid(uint256 indexed id, address indexed borrower, uint256 amount, uint256 totalRepaid)'])[0]
const FORGIVEN = parseAbi(['event Forgiven(uint256 indexed id, uint256 amount)'])[0]

let chain: Chain
let node: Node
let client: TestClient
/** RPC methods that the module called, in order. */
let asked: string[]
let fetchPayments: typeof import('./fetchPayments.ts').fetchPayments

beforeAll(async () => {
  node = await startNode()
})

afterAll(() => node.stop())

beforeEach(async () => {
  chain = await takeChain()
  client = createChainClient(chain.transport)
  node.standBefore(async () => chain)
  // Each test meets the module as a page that was just loaded.
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', node.url)
  fetchPayments = (await import('./fetchPayments.ts')).fetchPayments
  listen()
})

describe('a loan that was paid in two parts, one of them by somebody else', () => {
  test('X1, X2 every payment has its amount, its moment, its transaction and its payer', async () => {
    const loan = await loanWithTwoPayments()

    const { payments, addsUp, offeredIn, acceptedIn } = await fetchAll(loan)

    expect(addsUp).toBe(true)
    const logs = await getLogs(client, { event: REPAID, args: { id: loan.id }, fromBlock: 0n })
    const moments = await Promise.all(logs.map(({ blockNumber }) => getBlock(client, { blockNumber })))
    expect(payments).toMatchObject([
      { amount: 20n * DOLLAR, payer: luis.address, hash: logs[0]?.transactionHash, paidAt: Number(moments[0]?.timestamp) },
      { amount: 5n * DOLLAR, payer: eva.address, hash: logs[1]?.transactionHash, paidAt: Number(moments[1]?.timestamp) },
    ])
    const transactions = await getLogs(client, { address: deploymentOf({ chain }).loanBook, fromBlock: 0n })
    const hashes = transactions
      .filter(({ topics }) => BigInt(topics[1] ?? 0) === loan.id)
      .map(({ transactionHash }) => transactionHash)
    expect([offeredIn, acceptedIn]).toEqual(hashes.slice(0, 2))
  })

  test('reads when the lender received a payment that they recorded', async () => {
    const id = await takenLoan()
    await pay({ chain }, luis, id, 20n * DOLLAR)
    const { timestamp } = await getBlock(client)
    await notePayment({ chain }, ana, id, 5n * DOLLAR)
    expect((await fetchAll(await read(id))).payments).toMatchObject([
      { payer: luis.address, receivedAt: undefined },
      { payer: ana.address, receivedAt: Number(timestamp) },
    ])
  })

  test('where old blocks hold them all, to look again asks nothing, and a new payment little', async () => {
    const loan = await loanWithTwoPayments()
    await client.mine({ blocks: 40 })
    const first = await fetchAll(loan)
    asked = []
    expect(await fetchAll(loan)).toEqual(first)
    expect(asked).toEqual([])

    await pay({ chain }, eva, loan.id, 3n * DOLLAR)
    listen()
    const { payments, addsUp } = await fetchAll(await read(loan.id))
    expect(addsUp).toBe(true)
    expect(payments.map(({ amount }) => amount)).toEqual([20n, 5n, 3n].map((dollars) => dollars * DOLLAR))
    // The new payment is in the newest block, which is read anyway.
    expect(asked.toSorted()).toEqual(['eth_getBlockByNumber', 'eth_getLogs'])
  })

  test('reads no block for a hundred small payments of others', async () => {
    const loan = await loanWithTwoPayments()
    const { dollar, loanBook } = deploymentOf({ chain })
    await client.setTokens(dollar, eva.address, 99n * DOLLAR)
    await client.setAllowance(dollar, eva.address, loanBook, 99n * DOLLAR)
    const payUnits = (amount: bigint) => {
      const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'repay', args: [loan.id, amount] })
      return client.sendFrom(eva.address, { to: loanBook, data })
    }
    await client.mine({ blocks: 40 })
    await fetchAll(loan)
    for (let count = 0; count < 50; count++) for (const amount of [1n, DOLLAR / 10n]) await payUnits(amount)
    await client.mine({ blocks: 1 })
    listen()
    const { payments, addsUp } = await fetchAll(await read(loan.id))
    expect([addsUp, payments.length]).toEqual([true, 102])
    expect(asked.toSorted()).toEqual(['eth_getBlockByNumber', 'eth_getLogs'])
    expect(payments.filter(({ isDayOnly }) => !isDayOnly).map(({ amount }) => amount)).toEqual([20n * DOLLAR, 5n * DOLLAR])
  })

  test('loses only the time of a payment whose block cannot be read', async () => {
    const loan = await loanWithTwoPayments()
    const [, last] = (await fetchAll(loan)).payments
    const { blockNumber } = await getTransactionReceipt(client, { hash: last?.hash ?? '0x' })
    await client.mine({ blocks: 3 })
    vi.resetModules()
    fetchPayments = (await import('./fetchPayments.ts')).fetchPayments
    listen((call) => (call.params[0] === numberToHex(blockNumber) ? call.hangUp() : passOn(call)))
    const { payments, addsUp } = await fetchAll(loan)
    expect(addsUp).toBe(true)
    expect(payments).toMatchObject([{ isDayOnly: false }, { isDayOnly: true, amount: 5n * DOLLAR }])
  })

  test('a payment that a reorganisation took away is not remembered', async () => {
    const id = await takenLoan()
    await pay({ chain }, luis, id, 20n * DOLLAR)
    const fork = await client.markFork()
    await pay({ chain }, eva, id, 5n * DOLLAR)
    expect((await fetchAll(await read(id))).payments).toHaveLength(2)
    await fork.reorganise()
    const { payments, addsUp } = await fetchAll(await read(id))
    expect(addsUp).toBe(true)
    expect(payments.map(({ payer }) => payer)).toEqual([luis.address])
  })

  test.each([100n, 30n, 5n])('a node that looks through %d blocks at most gives them all the same', async (most) => {
    const loan = await loanWithTwoPayments(80)
    const progress: number[] = []
    listen(refuseWiderThan(most))

    const { payments, addsUp } = await fetchAll(loan, { onProgress: (share) => progress.push(share) })

    expect(addsUp).toBe(true)
    expect(payments).toHaveLength(2)
    expect(progress.length).toBeGreaterThan(1)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.every((share) => share >= 0 && share <= 1)).toBe(true)
  })

  test('a node that looks through no stretch at all is an error, not an empty list', async () => {
    const loan = await loanWithTwoPayments()
    listen(refuseWiderThan(1n))
    await expect(fetchAll(loan)).rejects.toThrow()
  })

  test('a node that is gone is not asked ten times over', async () => {
    const loan = await loanWithTwoPayments()
    listen((call) => (call.method === 'eth_getLogs' ? call.hangUp() : passOn(call)))
    await expect(fetchAll(loan)).rejects.toThrow()
    expect(asked.filter((method) => method === 'eth_getLogs')).toHaveLength(1)
  })

  test('the search ends when it is called off, and goes on from there', async () => {
    const loan = await loanWithTwoPayments(80)
    listen(refuseWiderThan(20n))
    const calling = new AbortController()
    const onProgress = (share: number) => share > 0.3 && calling.abort()
    await expect(fetchAll(loan, { signal: calling.signal, onProgress })).rejects.toThrow(/abort/i)

    const shares: number[] = []
    const { addsUp } = await fetchAll(loan, { onProgress: (share) => shares.push(share) })
    expect(addsUp).toBe(true)
    expect(shares[0]).toBeGreaterThan(0.3)
  })

  test('a node that withholds a payment is found out, and asked anew the next time', async () => {
    const loan = await loanWithTwoPayments()
    await client.mine({ blocks: 40 })
    listen(async (call) => {
      const answer = JSON.parse(await call.ask())
      if (call.method === 'eth_getLogs') answer.result = answer.result.filter(({ data }: { data: string }) => !isOf(data, 5n))
      call.answer(JSON.stringify(answer))
    })
    const { payments, addsUp } = await fetchAll(loan)
    expect(addsUp).toBe(false)
    expect(payments.map(({ amount }) => amount)).toEqual([20n * DOLLAR])

    listen()
    expect(await fetchAll(loan)).toMatchObject({ addsUp: true, payments: [{}, {}] })
  })

  test.each([
    ['another contract', { address: '0x00000000000000000000000000000000000000aa' }],
    ['a block that was not asked for', { blockNumber: '0xffffff' }],
  ])('an event of %s is refused with the facts', async (_, lie) => {
    const loan = await loanWithTwoPayments()
    listen(async (call) => {
      const answer = JSON.parse(await call.ask())
      const isPayment = ({ data }: { data: string }) => isOf(data, 20n) || isOf(data, 5n)
      if (call.method === 'eth_getLogs' && answer.result.some(isPayment)) {
        answer.result = answer.result.map((log: object) => ({ ...log, ...lie }))
      }
      call.answer(JSON.stringify(answer))
    })
    await expect(fetchAll(loan)).rejects.toThrow(/says nothing of loan/)
  })
})

describe('a loan whose lender was kind', () => {
  /** Paid in part, more time twice, a payment in cash, and the rest forgiven. */
  async function kindlyTreated(): Promise<TakenLoan> {
    const id = await takenLoan()
    await pay({ chain }, luis, id, 20n * DOLLAR)
    await extend({ chain }, ana, id, 7 * DAY)
    await notePayment({ chain }, ana, id, 5n * DOLLAR)
    await extend({ chain }, ana, id, 15 * DAY)
    await forgive({ chain }, ana, id)
    return read(id)
  }

  test('more time, forgiveness and what was noted by the lender are in its history, with as many log requests as payments alone', async () => {
    const paid = await loanWithTwoPayments()
    listen()
    await fetchAll(paid)
    const forPayments = asked.filter((method) => method === 'eth_getLogs').length
    const loan = await kindlyTreated()
    listen()

    const { payments, addsUp, changes, areChangesWhole } = await fetchAll(loan)

    expect({ addsUp, areChangesWhole }).toEqual({ addsUp: true, areChangesWhole: true })
    expect(asked.filter((method) => method === 'eth_getLogs')).toHaveLength(forPayments)
    expect(payments.map(({ amount, payer }) => [amount, payer])).toEqual([
      [20n * DOLLAR, luis.address],
      [5n * DOLLAR, ana.address],
    ])
    const due = loan.startedAt + 30 * DAY
    expect(changes).toMatchObject([
      { kind: 'extended', dueAt: due + 7 * DAY },
      { kind: 'extended', dueAt: due + 22 * DAY },
      { kind: 'forgiven', amount: 25_410_959n },
    ])
    const logs = await getLogs(client, { address: deploymentOf({ chain }).loanBook, fromBlock: 0n })
    const last = await getBlock(client, { blockNumber: logs.at(-1)?.blockNumber ?? 0n })
    expect(changes[2]).toMatchObject({ hash: logs.at(-1)?.transactionHash, changedAt: Number(last.timestamp) })
  })

  test('where nothing was paid the change alone is found', async () => {
    const id = await takenLoan()
    await extend({ chain }, ana, id, 7 * DAY)
    const { payments, changes, areChangesWhole } = await fetchAll(await read(id))
    expect({ payments, areChangesWhole }).toEqual({ payments: [], areChangesWhole: true })
    expect(changes).toMatchObject([{ kind: 'extended' }])
  })

  test('what came after the loan was read is left to the next search, which asks little', async () => {
    const id = await takenLoan()
    await extend({ chain }, ana, id, 7 * DAY)
    const before = await read(id)
    await client.mine({ blocks: 40 })
    await pay({ chain }, luis, id, 20n * DOLLAR)
    await extend({ chain }, ana, id, 15 * DAY)
    expect(await fetchAll(before)).toMatchObject({ addsUp: true, payments: [], areChangesWhole: true, changes: [{}] })
    listen()
    expect(await fetchAll(await read(id))).toMatchObject({
      addsUp: true,
      payments: [{}],
      areChangesWhole: true,
      changes: [{}, {}],
    })
    expect(asked.filter((method) => method === 'eth_getLogs')).toHaveLength(1)
  })

  test.each([
    ['withholds the last date', ({ data }: { data: string }, { dueAt }: TakenLoan) => !isWord(data, BigInt(dueAt))],
    ['withholds the forgiveness', ({ data }: { data: string }) => !isWord(data, 25_410_959n)],
  ])('a node that %s is found out, the payments stay, and it is asked anew the next time', async (_, isGiven) => {
    const loan = await kindlyTreated()
    await client.mine({ blocks: 40 })
    listen(async (call) => {
      const answer = JSON.parse(await call.ask())
      if (call.method === 'eth_getLogs') answer.result = answer.result.filter((log: { data: string }) => isGiven(log, loan))
      call.answer(JSON.stringify(answer))
    })
    expect(await fetchAll(loan)).toMatchObject({ addsUp: true, payments: [{}, {}], areChangesWhole: false })

    listen()
    expect(await fetchAll(loan)).toMatchObject({ addsUp: true, areChangesWhole: true, changes: [{}, {}, {}] })
  })

  test('a forgiveness that a node invents is not shown', async () => {
    const id = await takenLoan()
    await pay({ chain }, luis, id, 20n * DOLLAR)
    const forgiven = await kindlyTreated()
    const [log] = await getLogs(client, { event: FORGIVEN, args: { id: forgiven.id }, fromBlock: 0n })
    const loan = await read(id)
    listen(async (call) => {
      const answer = JSON.parse(await call.ask())
      if (call.method === 'eth_getLogs') {
        // Of this loan, in a block that was asked for, before its payment.
        const [first] = answer.result
        if (first) answer.result.unshift({ ...first, data: log?.data, topics: [log?.topics[0], first.topics[1]] })
      }
      call.answer(JSON.stringify(answer))
    })
    expect(await fetchAll(loan)).toMatchObject({ addsUp: true, changes: [], areChangesWhole: true })
  })
})

test('a loan on which nothing was paid is not searched, and its beginning is found in few requests among many blocks', async () => {
  await client.mine({ blocks: 300, interval: 12 })
  const id = await publish({ chain }, ana, { note: 'Sin pagos' })
  await take({ chain }, luis, id)
  await client.mine({ blocks: 100, interval: 12 })
  const loan = await read(id)
  listen()

  const { payments, addsUp, acceptedIn } = await fetchAll(loan)

  expect({ payments, addsUp }).toEqual({ payments: [], addsUp: true })
  expect(acceptedIn).toMatch(/^0x/)
  expect(asked.filter((method) => method === 'eth_getLogs')).toHaveLength(2)
  expect(asked.length).toBeLessThan(25)
})

test('a node that has let go of the oldest blocks still finds them: block 0 is not asked for', async () => {
  await client.mine({ blocks: 300 })
  const loan = await loanWithTwoPayments(80)
  const expired = '{"jsonrpc":"2.0","id":1,"error":{"code":4444,"message":"pruned history unavailable"}}'
  listen((call) => (call.params[0] === '0x0' ? call.answer(expired) : passOn(call)))

  const { payments, addsUp, acceptedIn } = await fetchAll(loan)

  expect(addsUp).toBe(true)
  expect(payments).toHaveLength(2)
  expect(acceptedIn).toMatch(/^0x/)
})

function fetchAll(loan: TakenLoan, options: Partial<Parameters<typeof fetchPayments>[2]> = {}) {
  const signal = new AbortController().signal
  return fetchPayments(deploymentOf({ chain }).loanBook, loan, { signal, onProgress: () => {}, ...options })
}

async function takenLoan(): Promise<bigint> {
  const id = await publish({ chain }, ana, { principal: 50n * DOLLAR, seconds: 30 * DAY })
  await take({ chain }, luis, id)
  return id
}

async function loanWithTwoPayments(blocksBetween = 1): Promise<TakenLoan> {
  const id = await takenLoan()
  await client.mine({ blocks: blocksBetween })
  await pay({ chain }, luis, id, 20n * DOLLAR)
  await client.mine({ blocks: blocksBetween })
  await pay({ chain }, eva, id, 5n * DOLLAR)
  return read(id)
}

async function read(id: bigint): Promise<TakenLoan> {
  const { loanBook: address } = deploymentOf({ chain })
  const details = await readContract(client, { address, abi: loanBookAbi, functionName: 'detailsOf', args: [id] })
  const [loan, comment] = details
  const decoded = decodeLoan({
    id,
    loan,
    comment,
    record: EMPTY_RAW_RECORD,
  })
  if (!isTaken(decoded)) throw new Error(`Loan ${id} is ${decoded.loan.status}`)
  return decoded.loan
}

const passOn: Fault = async ({ ask, answer }) => answer(await ask())

/** From here on the node counts what it is asked, and does what it is told. */
function listen(behaviour: Fault = passOn) {
  asked = []
  node.breakWith((call) => {
    asked.push(call.method)
    return behaviour(call)
  })
}

function refuseWiderThan(most: bigint): Fault {
  return (call) => {
    if (call.method !== 'eth_getLogs') return passOn(call)
    const [{ fromBlock, toBlock }] = call.params as [{ fromBlock: string; toBlock: string }]
    return BigInt(toBlock) - BigInt(fromBlock) + 1n > most ? faults.rpcError(call) : passOn(call)
  }
}

/** Whether an event's data is this number alone. */
function isWord(data: string, value: bigint): boolean {
  return data.length === 66 && BigInt(data) === value
}

/** Whether a payment's data begins with so many dollars. */
function isOf(data: string, dollars: bigint): boolean {
  return data.length === 130 && BigInt(data.slice(0, 66)) === dollars * DOLLAR
}
