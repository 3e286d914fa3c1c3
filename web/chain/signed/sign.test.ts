import {
  type Address,
  ContractFunctionRevertedError,
  concat,
  encodeDeployData,
  getAddress,
  type Hex,
  type LocalAccount,
  numberToHex,
} from 'viem'
import { call, getBalance, simulateContract } from 'viem/actions'
import { beforeEach, describe, expect, test } from 'vitest'
import { compileTestContract, compileTestToken } from '../../../contracts/compile.ts'
import { type Fault, faults } from '../../../e2e/support/node.ts'
import { type ActiveLoan, DAY, DOLLAR } from '../../loans/loan.ts'
import type { Signed, SignedPayment, SignedRequest } from '../../loans/signed.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'
import { forgeState } from '../send/lies.testing.ts'
import {
  ana,
  book,
  client,
  dealIn,
  dollar,
  dollarsOf,
  eva,
  faucet,
  luis,
  newest,
  node,
  open,
  other,
  standBefore,
  transactionsOf,
  withSenders,
} from '../send/senders.testing.ts'
import type { Asked } from './sign.ts'
import { paymentOf, requestOf, requestTypedData } from './typedData.ts'

withSenders({ count: 2 })

const terms: Asked = {
  principal: 120n * DOLLAR,
  apr: 1000,
  duration: 90 * DAY,
  instalments: 3,
  note: 'Para la moto: ¡gracias!',
  lender: undefined,
  days: 30,
}

beforeEach(() => faucet(ana))

/** Luis asks by link, and Ana lends. */
async function lentByLink(asked: Partial<Asked> = {}): Promise<ActiveLoan> {
  const request = await open(luis).sender.signRequest({ ...terms, ...asked })
  await open(ana).done({ kind: 'fundSigned', request })
  return (await newest()) as ActiveLoan
}

const payment = (loan: ActiveLoan, dollars = 40) =>
  open(luis).sender.signPayment({ loan, amount: BigInt(dollars) * DOLLAR, days: 7 })

const collect = async (signed: SignedPayment, by: LocalAccount = ana) =>
  open(by).done({ kind: 'repaySigned', loan: (await newest(signed.loanId)) as ActiveLoan, payment: signed })

/** Of the modules that the page has now. */
const stateOf = async (signed: Signed) => (await import('./signedState.ts')).fetchSignedState(signed)
const isGenuine = async (signed: Signed) => (await import('./signature.ts')).isGenuine(signed)
const wasFunded = async (request: SignedRequest) =>
  (await import('./signedState.ts')).wasFunded(request, new AbortController().signal)

/** Rejects with the name of the contract's refusal. */
async function simulate(functionName: 'fundSigned' | 'repaySigned', ...args: unknown[]) {
  const call = { address: book(), abi: [...loanBookAbi, ...testDollarAbi], functionName, args, account: ana.address } as never
  await simulateContract(client, call).catch((error) => {
    throw error.walk((cause: unknown) => cause instanceof ContractFunctionRevertedError).data.errorName
  })
}

test('whoever has no ether asks, gets the money and pays it back in parts: the lender sends everything', async () => {
  await client.setBalance({ address: luis.address, value: 0n })
  const [hers, his, sent] = [await dollarsOf(ana), await dollarsOf(luis), await transactionsOf(luis)]
  const loan = await lentByLink()
  expect(loan).toMatchObject({ status: 'active', lender: ana.address, borrower: luis.address, instalments: 3, note: terms.note })
  expect([await dollarsOf(ana), await dollarsOf(luis)]).toEqual([hers - 120n * DOLLAR, his + 120n * DOLLAR])

  await collect(await payment(loan))
  expect(await newest()).toMatchObject({ repaid: 40n * DOLLAR })
  // More than is owed: 2.958905 $ are the interest of ninety days, rounded up.
  await faucet(luis)
  await collect(await payment(loan, 500))
  expect(await newest()).toMatchObject({ status: 'repaid' })
  expect([await dollarsOf(ana), await dollarsOf(luis)]).toEqual([hers + 2_958_905n, 1_000n * DOLLAR - 82_958_905n])
  expect([await getBalance(client, { address: luis.address }), await transactionsOf(luis)]).toEqual([0n, sent])
})

describe('a request', () => {
  test('that was changed in anything is refused by the contract, and known as false before', async () => {
    const request = await open(luis).sender.signRequest(terms)
    expect(await isGenuine(request)).toBe(true)
    for (const change of [
      { note: 'Para la moto: gracias' },
      { apr: 1001 },
      { principal: 121n * DOLLAR },
      { instalments: 2 },
      { lender: ana.address },
      { number: request.number + 1n },
      { until: request.until + 1 },
      { borrower: eva.address },
    ] satisfies Partial<SignedRequest>[]) {
      const changed = { ...request, ...change }
      expect({ ...change, isGenuine: await isGenuine(changed) }).toEqual({ ...change, isGenuine: false })
      await expect(simulate('fundSigned', requestOf(changed), request.signature)).rejects.toBe('InvalidSignature')
    }
    expect(await isGenuine({ ...request, chainId: 1 })).toBe(false)
    expect(await isGenuine({ ...request, book: dollar() })).toBe(false)
  })

  test('counts once', async () => {
    const request = await open(luis).sender.signRequest(terms)
    expect(await stateOf(request)).toBe('unused')
    await open(ana).done({ kind: 'fundSigned', request })
    expect([await stateOf(request), await wasFunded(request)]).toEqual(['spent', true])
    const again = open(ana)
    await expect(again.sender.send('a', { kind: 'fundSigned', request })).rejects.toMatchObject({
      refusal: { name: 'NumberSpent' },
    })
    expect(again.signed).toHaveLength(0)
  })

  test('that its borrower voided, that is late or for another lender is not funded', async () => {
    const { sender, done } = open(luis)
    const request = await sender.signRequest(terms)
    await done({ kind: 'voidSigned', signed: request })
    expect([await stateOf(request), await wasFunded(request)]).toEqual(['spent', false])
    await expect(open(ana).sender.send('a', { kind: 'fundSigned', request })).rejects.toMatchObject({
      refusal: { name: 'NumberSpent' },
    })
    const hers = await sender.signRequest({ ...terms, lender: ana.address })
    await faucet(eva)
    await expect(open(eva).sender.send('a', { kind: 'fundSigned', request: hers })).rejects.toMatchObject({
      refusal: { name: 'AddressedToAnother' },
    })
    await client.increaseTime({ seconds: 30 * DAY + 1 })
    await client.mine({ blocks: 1 })
    await expect(open(ana).sender.send('a', { kind: 'fundSigned', request: hers })).rejects.toMatchObject({
      refusal: { name: 'SignatureExpired' },
    })
  })

  test('of an account that is a contract is known as its own, and funded', { tags: 'long' }, async () => {
    const owner = luis
    const account = await deploySmartAccount(owner)
    const { signature: _, ...request } = { ...(await open(luis).sender.signRequest(terms)), borrower: account }
    const byOwner = await owner.signTypedData(requestTypedData(request))
    const signed: SignedRequest = { ...request, signature: concat(['0x00', byOwner]) }
    expect([await isGenuine(signed), await isGenuine({ ...signed, apr: 1001 })]).toEqual([true, false])
    await open(ana).done({ kind: 'fundSigned', request: signed })
    expect(await newest()).toMatchObject({ status: 'active', borrower: account })
  })
})

const VALID = `1626ba7e${'0'.repeat(56)}`
const GARBAGE = `1626ba7e${'f'.repeat(56)}`
/** Code that answers every call with a word. */
const saying = (word: string, length = '20'): Hex => `0x7f${word}60005260${length}6000f3`

describe('an account that is a contract', () => {
  const account = getAddress(`0x${'5a'.repeat(20)}`)
  const isGenuineBy = async (bytecode: Hex) => {
    await client.setCode({ address: account, bytecode })
    return isGenuine({ ...(await open(luis).sender.signRequest(terms)), borrower: account })
  }

  test.each<[string, Hex]>([
    ['has more in its answer than the contract takes', saying(GARBAGE)],
    ['answers too briefly', saying(VALID, '04')],
    ['says nothing', '0x00'],
    ['breaks', '0xfe'],
  ])('that %s did not sign', async (_, bytecode) => {
    expect(await isGenuineBy(saying(VALID))).toBe(true)
    expect(await isGenuineBy(bytecode)).toBe(false)
    // No node was taken for dead because of it.
    other.breakWith(faults.httpError)
    expect(await isGenuineBy(saying(VALID))).toBe(true)
  })

  test('that takes more gas than a node gives did not sign, whereas a node that refuses to say leaves it open', async () => {
    const refuseWith = (message: string) => {
      const refusal = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } })
      const refuse: Fault = async ({ params: [call], id, ask, answer }) =>
        answer((call as { data: Hex }).data.startsWith('0x1626ba7e') ? refusal(id) : await ask())
      for (const each of [node, other]) each.breakWith(refuse, 'eth_call')
    }
    refuseWith('out of gas')
    expect(await isGenuineBy(saying(VALID))).toBe(false)
    refuseWith('limit exceeded')
    await expect(isGenuineBy(saying(VALID))).rejects.toThrow('limit exceeded')
  })

  test('and has a key too is asked, as the contract asks it', async () => {
    const request = await open(luis).sender.signRequest(terms)
    await client.setCode({ address: luis.address, bytecode: '0x00' })
    expect(await isGenuine(request)).toBe(false)
    await expect(simulate('fundSigned', requestOf(request), request.signature)).rejects.toBe('InvalidSignature')
  })
})

describe('a payment', () => {
  test('that was changed in anything is refused by the token, and known as false before', async () => {
    const loan = await lentByLink()
    const second = await lentByLink()
    const signed = await payment(loan)
    expect(await isGenuine(signed)).toBe(true)
    for (const change of [
      { loanId: second.id },
      { amount: 41n * DOLLAR },
      { number: signed.number + 1n },
      { until: signed.until + 1 },
    ] satisfies Partial<SignedPayment>[]) {
      const changed = { ...signed, ...change }
      expect({ ...change, isGenuine: await isGenuine(changed) }).toEqual({ ...change, isGenuine: false })
      await expect(simulate('repaySigned', paymentOf(changed), signed.signature)).rejects.toBe('InvalidAuthorization')
    }
    expect(await isGenuine({ ...signed, lender: eva.address })).toBe(false)
    await expect(simulate('repaySigned', paymentOf({ ...signed, lender: eva.address }), signed.signature)).rejects.toBe(
      'TermsChanged',
    )
  })

  test('counts once, and until it is voided', async () => {
    const loan = await lentByLink()
    const signed = await payment(loan)
    expect(await stateOf(signed)).toBe('unused')
    await collect(signed)
    expect(await stateOf(signed)).toBe('collected')
    await expect(collect(signed)).rejects.toMatchObject({ refusal: { name: 'AuthorizationSpent' } })
    const another = await payment(loan)
    await open(luis).done({ kind: 'voidSigned', signed: another })
    expect(await stateOf(another)).toBe('voided')
    await expect(collect(another)).rejects.toMatchObject({ refusal: { name: 'NumberSpent' } })
  })

  test('that was collected stays so, though voiding it afterwards is not refused', async () => {
    const loan = await lentByLink()
    const signed = await payment(loan)
    await collect(signed)
    await open(luis).done({ kind: 'voidSigned', signed })
    expect([await stateOf(signed), await newest()]).toMatchObject(['collected', { repaid: 40n * DOLLAR }])
  })

  test('whose dollars the payer spent first cannot be collected', async () => {
    const loan = await lentByLink()
    const signed = await payment(loan)
    await client.setTokens(dollar(), luis.address, DOLLAR)
    await expect(collect(signed)).rejects.toMatchObject({ refusal: { name: 'InsufficientBalance' } })
  })

  test('of more dollars than there are, or of somebody else’s loan, is not signed', async () => {
    const loan = await lentByLink()
    await client.setTokens(dollar(), luis.address, DOLLAR)
    const his = open(luis)
    await expect(his.sender.signPayment({ loan, amount: 40n * DOLLAR, days: 7 })).rejects.toMatchObject({
      refusal: { name: 'NoDollars' },
    })
    await faucet(eva)
    const hers = open(eva)
    await expect(hers.sender.signPayment({ loan, amount: DOLLAR, days: 7 })).rejects.toMatchObject({
      refusal: { name: 'NotYourDebt' },
    })
    expect([...his.permits, ...hers.permits]).toEqual([])
  })

  test('is not signed while nodes differ about the loan', async () => {
    const loan = await lentByLink()
    other.breakWith(
      forgeState((state) => ({ ...state, loan: { ...state.loan, lender: eva.address } })),
      'eth_call',
    )
    const { sender, permits } = open(luis)
    await expect(sender.signPayment({ loan, amount: DOLLAR, days: 7 })).rejects.toMatchObject({
      refusal: { name: 'NodesDisagree' },
    })
    expect(permits).toEqual([])
  })

  test('works with a dollar like Circle’s, whose reasons in words are told like our own', async () => {
    await dealIn(await compileTestToken('CircleDollar'))
    await faucet(ana)
    const loan = await lentByLink()
    const signed = await payment(loan)
    expect(await isGenuine(signed)).toBe(true)
    await collect(signed)
    expect([await stateOf(signed), await newest()]).toMatchObject(['collected', { repaid: 40n * DOLLAR }])
    await expect(collect(signed)).rejects.toMatchObject({ refusal: { name: 'AuthorizationSpent' } })
    const [unpaid, late] = [await payment(loan), await payment(loan)]
    const changed = { ...unpaid, amount: 41n * DOLLAR }
    await expect(collect(changed)).rejects.toMatchObject({ refusal: { name: 'InvalidAuthorization' } })
    await client.setTokens(dollar(), luis.address, DOLLAR)
    await expect(collect(unpaid)).rejects.toMatchObject({ refusal: { name: 'InsufficientBalance' } })
    await client.increaseTime({ seconds: 8 * DAY })
    await client.mine({ blocks: 1 })
    await expect(collect(late)).rejects.toMatchObject({ refusal: { name: 'AuthorizationExpired' } })
  })

  test('of a dollar that knows no signed payments is not signed, and that is said', async () => {
    await dealIn(await compileTestToken('RenamedDollar'))
    await faucet(ana)
    const loan = await lentByLink()
    const { sender, permits } = open(luis)
    await expect(sender.signPayment({ loan, amount: DOLLAR, days: 7 })).rejects.toMatchObject({
      refusal: { name: 'NoPaymentsByLink' },
    })
    expect(permits).toEqual([])
  })
})

test('a signature ends by the earlier of two clocks', async () => {
  await standBefore({ chainId: 11155111 })
  await client.increaseTime({ seconds: 1_800 })
  await client.mine({ blocks: 1 })
  const { until } = await open(luis).sender.signRequest({ ...terms, days: 7 })
  expect(until).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 7 * DAY)
})

/** Somebody's account that is a contract (ERC-1271): its constructor's result, put at an address. */
async function deploySmartAccount({ address: owner }: LocalAccount): Promise<Address> {
  const { abi, evm } = await compileTestContract('support', 'SmartAccount')
  const data = encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}`, args: [owner] })
  const { data: bytecode = '0x' } = await call(client, { data })
  const account = getAddress(`0x${'5a'.repeat(20)}`)
  await client.setCode({ address: account, bytecode })
  // It is open.
  await client.setStorageAt({ address: account, index: 0, value: numberToHex(1n, { size: 32 }) })
  return account
}
