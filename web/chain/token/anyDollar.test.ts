import { domainSeparator, encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { compileTestToken } from '../../../contracts/compile.ts'
import { type Fault, faults } from '../../../e2e/support/node.ts'
import { type ActiveLoan, DOLLAR, isSameAddress, type Offer, type Request } from '../../loans/loan.ts'
import {
  ana,
  client,
  dealIn,
  dollar,
  dollarsOf,
  luis,
  newest,
  node,
  open,
  publish,
  reload,
  withSenders,
} from '../send/senders.testing.ts'

withSenders()

const CIRCLES = await compileTestToken('CircleDollar')
const RENAMED = await compileTestToken('RenamedDollar')

/** From now on the book's dollar is this token, of which both have some. */
async function become(token: { bytecode: Hex }) {
  await dealIn(token)
  for (const { address } of [ana, luis]) await client.setTokens(dollar(), address, 1_000n * DOLLAR)
}

// A token's domain is kept while the page is open.
beforeEach(reload)

describe.each([
  ['with the name and version of Circle’s', CIRCLES],
  ['that tells its domain, which is not its name', RENAMED],
])('a dollar %s', (_, token) => {
  test('is offered, lent and paid back with permits, each in one transaction', async () => {
    await become(token)
    const [lender, borrower] = [open(ana), open(luis)]
    await lender.done(publish(60))
    await borrower.done({ kind: 'acceptOffer', offer: (await newest()) as Offer })
    expect([await dollarsOf(ana), await dollarsOf(luis)]).toEqual([940n * DOLLAR, 1_060n * DOLLAR])
    await borrower.done({ kind: 'repay', loan: (await newest()) as ActiveLoan, amount: 100n * DOLLAR })
    expect(await newest()).toMatchObject({ status: 'repaid' })
    expect(await dollarsOf(ana)).toBe(1_000_616_439n)
    const asking = { principal: 20n * DOLLAR, apr: 100, duration: 86_400, instalments: 1, note: '', openDays: 0 }
    await borrower.done({ kind: 'createRequest', request: { ...asking, lender: undefined } })
    await lender.done({ kind: 'fundRequest', request: (await newest()) as Request })
    await borrower.done({ kind: 'sendDollars', to: ana.address, amount: DOLLAR })
    expect(lender.permits.length + borrower.permits.length).toBe(3)
  })

  test('gives no test dollars: that is said, and nothing is signed', async () => {
    await become(token)
    const tab = open(ana)
    const refusal = { refusal: { name: 'NoFaucet', args: [dollar()] } }
    await expect(tab.sender.quote({ kind: 'faucet' })).rejects.toMatchObject(refusal)
    await expect(tab.sender.send('a', { kind: 'faucet' })).rejects.toMatchObject(refusal)
    expect(tab.signed).toHaveLength(0)
  })
})

test.each<[string, signature: string, answer: Hex, refusal: string]>([
  ['whose domain is not made of its name and version', 'DOMAIN_SEPARATOR()', `0x${'12'.repeat(32)}`, 'UnknownDomain'],
  ['that has eighteen decimals', 'decimals()', `0x${'12'.padStart(64, '0')}`, 'WrongDecimals'],
])('nothing is signed for a dollar %s', async (_, signature, answer, name) => {
  await become(CIRCLES)
  const tab = open(ana)
  node.breakWith(answering(signature, answer), 'eth_call')
  await expect(tab.sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name } })
  expect([...tab.signed, ...tab.permits]).toHaveLength(0)
  // A domain that was refused is asked for again.
  await node.heal()
  await tab.done(publish(5))
})

test('a node that does not tell the domain is what is said, and nothing is signed', async () => {
  await become(CIRCLES)
  const tab = open(ana)
  node.breakWith(of('name()', faults.rpcError), 'eth_call')
  await expect(tab.sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'RefusedByNode' } })
  expect([...tab.signed, ...tab.permits]).toHaveLength(0)
})

test('a false domain is not kept: once the node is honest, permits are taken again', async () => {
  await become(CIRCLES)
  const tab = open(ana)
  node.breakWith(tellingFalseDomain(), 'eth_call')
  await expect(tab.sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'TransferFromFailed' } })
  await node.heal()
  await tab.done(publish(5))
  expect(await newest()).toMatchObject({ status: 'open' })
})

test('the domain is read once for a page', async () => {
  await become(CIRCLES)
  const asked = countDollarReads()
  const tab = open(ana)
  for (const dollars of [5, 6]) await tab.done(publish(dollars))
  expect(asked()).toBe(5)
})

describe('the domain of our own dollar', () => {
  test('is known: no node is asked', async () => {
    const asked = countDollarReads()
    await open(ana).done(publish(5))
    expect(asked()).toBe(0)
  })

  test('is not what a node makes it: permits are taken while it lies', async () => {
    const tab = open(ana)
    node.breakWith(tellingFalseDomain(), 'eth_call')
    await tab.done(publish(5))
    expect(tab.permits).toHaveLength(1)
  })
})

function countDollarReads(): () => number {
  let count = 0
  node.breakWith(async ({ params: [call], ask, answer }) => {
    if (isSameAddress((call as { to: Hex }).to, dollar())) count++
    answer(await ask())
  }, 'eth_call')
  return () => count
}

/** A domain that the token does not have, with a separator that fits it. */
function tellingFalseDomain(): Fault {
  const domain = { name: 'Falso', version: '9', chainId: 31337, verifyingContract: dollar() }
  const said: Record<string, Hex> = {
    'name()': encodeAbiParameters([{ type: 'string' }], [domain.name]),
    'version()': encodeAbiParameters([{ type: 'string' }], [domain.version]),
    'DOMAIN_SEPARATOR()': domainSeparator({ domain }),
  }
  return async ({ id, params, ask, answer }) => {
    const { data } = params[0] as { data: Hex }
    const [, result] = Object.entries(said).find(([signature]) => data === toFunctionSelector(signature)) ?? []
    answer(result ? JSON.stringify({ jsonrpc: '2.0', id, result }) : await ask())
  }
}

function of(signature: string, fault: Fault): Fault {
  return async (request) => {
    const { data } = request.params[0] as { data: Hex }
    return data === toFunctionSelector(signature) ? fault(request) : request.answer(await request.ask())
  }
}

function answering(signature: string, result: Hex): Fault {
  return of(signature, ({ id, answer }) => answer(JSON.stringify({ jsonrpc: '2.0', id, result })))
}
