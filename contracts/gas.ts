// Gas of commands as transactions on the embedded chain, under the rules of either hardfork. EDR's Solidity tests do not charge
// Amsterdam's price of new state (EIP-8037).
import {
  type Abi,
  type Address,
  concat,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  type LocalAccount,
  maxUint256,
  pad,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getCode, getTransactionReceipt } from 'viem/actions'
import { openChain } from '../devchain/chain.ts'
import { CREATE2_FACTORY, partsOf } from '../devchain/deploy.ts'
import { BLOCK_GAS_LIMIT, type Hardfork } from '../devchain/engine.ts'
import { people } from '../devchain/people.ts'
import { createChainClient } from '../devchain/testClient.ts'
import { loanBookAbi, loanLensAbi, testDollarAbi } from '../web/chain/abi.ts'
import { signPermit } from '../web/chain/send/signPermit.ts'
import { paymentOf, paymentTypedData, requestOf, requestTypedData } from '../web/chain/signed/typedData.ts'
import { networks } from '../web/chains.ts'
import { DAY, DOLLAR } from '../web/loans/loan.ts'
import { type Contracts, compileReferences } from './compile.ts'

const { ana, luis, eva, marta, deployer } = people
const FORTUNE = 1_000_000n * DOLLAR
const PRINCIPAL = 300n * DOLLAR
/** Principal and interest, rounded up. */
const TOTAL = 302_465_754n
const PART = 100n * DOLLAR
const NOTE = 'Para la bici, sin prisa.'
const TERMS = { principal: PRINCIPAL, duration: BigInt(30 * DAY), apr: 1000n, instalments: 1n }
/** Unix seconds. Fixed, because gas depends on how many bytes of the call data are zero. */
const BEGIN = 4_000_000_000
const UNTIL = BEGIN + 60 * DAY
/** EVM code that returns zero from every call. */
const REFUSING_CODE = '0x60205ff3'

const CIRCLE = {
  types: {
    Circle: [
      { name: 'ids', type: 'uint256[]' },
      { name: 'lenders', type: 'address[]' },
      { name: 'amount', type: 'uint256' },
      { name: 'noted', type: 'uint256[]' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Circle',
} as const

const OPEN_ID = 2n
const ACTIVE_ID = 1n
const NEXT_ID = 5n

const offer = (bytes: number) => [PRINCIPAL, TERMS.duration, TERMS.apr, NOTE.slice(0, bytes).padEnd(bytes, 'a')]
const OFFER = offer(NOTE.length)
const OFFER_FOR_LUIS = [luis.address, TERMS, NOTE, 0n]
const REQUEST = [zeroAddress, TERMS, NOTE, 0n]

const GROUPS = [
  lives,
  offers,
  firstTimes,
  partPayments,
  instalments,
  cancellations,
  requests,
  addressed,
  signatures,
  permits,
  severalAtOnce,
  circles,
  changes,
  fullSlots,
  reading,
  drawing,
]

/** A function of the book, and its arguments. */
type Call = [functionName: string, ...args: unknown[]]
type Stage = Awaited<ReturnType<typeof prepare>>

/** Figures by command. Those of the naive book have a name of their own. Each group of commands starts from the same state. */
export async function measureGas(hardfork: Hardfork, contracts: Contracts): Promise<Record<string, string>> {
  const stage = await prepare(hardfork, contracts)
  for (const measure of GROUPS) {
    const id = await stage.client.snapshot()
    await measure(stage)
    await stage.client.revert({ id })
  }
  await stage.stop()
  return stage.figures
}

/** Ana's next offer is her fifth, and luis' next loan is his second. Offer 2 lies between other open offers, and loan 1 is active. */
async function prepare(hardfork: Hardfork, contracts: Contracts) {
  const { transport, stop } = await openChain({ hardfork, chainId: networks.sepolia.id })
  const client = createChainClient(transport)
  const figures: Record<string, string> = {}

  /** Without a name the figure is not kept. */
  const send = async (name: string | undefined, from: LocalAccount, to: Address, data: Hex) => {
    const hash = await client.sendFrom(from.address, { to, data, gas: BLOCK_GAS_LIMIT })
    const { gasUsed } = await getTransactionReceipt(client, { hash })
    if (name) figures[name] = String(gasUsed)
    return gasUsed
  }
  /** A loan that ends sooner does not count. Takes no gas. */
  const waitADay = async () => {
    await client.increaseTime({ seconds: DAY })
    return 0n
  }
  const commandsOf =
    (to: Address, abi: Abi, prefix = '') =>
    (name: string | undefined, from: LocalAccount, functionName: string, ...args: unknown[]) =>
      send(name && prefix + name, from, to, encodeFunctionData({ abi, functionName, args }))

  await client.setNextBlockTimestamp({ timestamp: BigInt(BEGIN) })
  const [dollar, book, lens] = partsOf(contracts)
  const reference = await naiveBookOf(dollar.address)
  figures['deployment, all three'] = sum([
    await send('deployment, dollar', deployer, CREATE2_FACTORY, dollar.data),
    await send('deployment, book', deployer, CREATE2_FACTORY, book.data),
    await send('deployment, lens', deployer, CREATE2_FACTORY, lens.data),
  ])
  await send('naive book: deployment', deployer, CREATE2_FACTORY, reference.data)

  for (const { address } of [ana, luis, eva]) {
    await client.setTokens(dollar.address, address, FORTUNE)
    for (const spender of [book, reference]) await client.setAllowance(dollar.address, address, spender.address, maxUint256)
  }
  const inBook = commandsOf(book.address, loanBookAbi)
  const inNaive = commandsOf(reference.address, reference.abi, 'naive book: ')
  for (const command of [inBook, inNaive]) {
    for (let id = 1n; id < NEXT_ID; id++) await command(undefined, ana, 'createOffer', ...OFFER)
    await command(undefined, luis, 'acceptOffer', ACTIVE_ID)
  }
  await waitADay()
  const inDollar = commandsOf(dollar.address, testDollarAbi)
  const addresses = { dollar: dollar.address, book: book.address, lens: lens.address }
  return { client, stop, figures, waitADay, send, inBook, inNaive, inDollar, ...addresses }
}

async function naiveBookOf(dollar: Address) {
  const { abi, evm } = (await compileReferences())['contracts/test/reference/NaiveLoanBook.sol']?.NaiveLoanBook ?? {}
  if (!abi || !evm) throw new Error('There is no NaiveLoanBook.')
  const bytecode = concat([`0x${evm.bytecode.object}`, pad(dollar)])
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_FACTORY, salt: zeroHash, bytecode })
  return { abi, address, data: concat([zeroHash, bytecode]) }
}

/** In both books, which have these commands in common. */
async function lives({ inBook, inNaive, waitADay, figures }: Stage) {
  for (const [command, life] of [
    [inBook, 'life'],
    [inNaive, 'naive book: life'],
  ] as const) {
    figures[life] = sum([
      await command('createOffer', ana, 'createOffer', ...OFFER),
      await command('acceptOffer', luis, 'acceptOffer', OPEN_ID),
      await waitADay(),
      await command('repay, in full', luis, 'repay', OPEN_ID, TOTAL),
    ])
  }
}

/** Each is ana's fifth offer. */
async function offers({ client, inBook, inNaive }: Stage) {
  for (const bytes of [0, 100, 127, 128, 280]) {
    const id = await client.snapshot()
    for (const command of [inBook, inNaive])
      await command(bytes === 0 ? 'createOffer, no note' : `createOffer, ${bytes}-byte note`, ana, 'createOffer', ...offer(bytes))
    await client.revert({ id })
  }
}

async function firstTimes({ client, inBook, inNaive, waitADay, dollar, book, figures }: Stage) {
  await client.setTokens(dollar, marta.address, FORTUNE)
  await client.setAllowance(dollar, marta.address, book, maxUint256)
  for (const command of [inNaive, inBook]) {
    const created = await command("createOffer, a lender's first", eva, 'createOffer', ...OFFER)
    const accepted = await command("acceptOffer, a borrower's first", marta, 'acceptOffer', NEXT_ID)
    if (command === inNaive) continue
    await waitADay()
    figures['life of two newcomers'] = sum([created, accepted, await command(undefined, marta, 'repay', NEXT_ID, TOTAL)])
  }
}

async function partPayments({ inBook, inNaive }: Stage) {
  for (const command of [inBook, inNaive]) {
    await command('repay, first part', luis, 'repay', ACTIVE_ID, PART)
    await command('repay, another part', luis, 'repay', ACTIVE_ID, PART)
    await command('repay, the rest', luis, 'repay', ACTIVE_ID, TOTAL)
  }
}

/** Each is exactly what is due, which takes no slot. */
async function instalments({ inBook, waitADay, figures }: Stage) {
  const [terms, third] = [{ ...TERMS, instalments: 3n }, TOTAL / 3n]
  const created = await inBook('createOfferFor, 3 instalments, 30 days', ana, 'createOfferFor', zeroAddress, terms, NOTE, 30n)
  const accepted = await inBook('acceptOfferWithTerms, 3 instalments', luis, 'acceptOfferWithTerms', NEXT_ID, ana.address, terms)
  await waitADay()
  const parts: bigint[] = []
  for (const name of ['first', 'second', 'last'])
    parts.push(await inBook(`repay, ${name} of three`, luis, 'repay', NEXT_ID, third))
  figures['life, 3 instalments, 30 days'] = sum([created, accepted, ...parts])
}

async function cancellations({ client, inBook, inNaive, dollar }: Stage) {
  await inNaive('cancelOffer', ana, 'cancelOffer', OPEN_ID)
  await inBook('cancelOffer', ana, 'cancelOffer', OPEN_ID)
  const code = await getCode(client, { address: dollar })
  if (!code) throw new Error('There is no dollar.')
  await client.setCode({ address: dollar, bytecode: REFUSING_CODE })
  await inBook(undefined, ana, 'cancelOffer', OPEN_ID + 1n)
  await client.setCode({ address: dollar, bytecode: code })
  await inBook('withdraw', ana, 'withdraw')
}

async function requests({ inBook, waitADay, figures }: Stage) {
  await inBook("createRequest, a borrower's first", luis, 'createRequest', ...REQUEST)
  figures['life of a request'] = sum([
    await inBook('createRequest', luis, 'createRequest', ...REQUEST),
    await inBook('fundRequest', ana, 'fundRequest', NEXT_ID + 1n, luis.address, TERMS),
    await waitADay(),
    await inBook(undefined, luis, 'repay', NEXT_ID + 1n, TOTAL),
  ])
  await inBook('cancelRequest', luis, 'cancelRequest', NEXT_ID)
}

async function addressed({ inBook }: Stage) {
  await inBook('createOfferFor, the first for a borrower', ana, 'createOfferFor', ...OFFER_FOR_LUIS)
  await inBook('createOfferFor', ana, 'createOfferFor', ...OFFER_FOR_LUIS)
  await inBook('acceptOffer, addressed', luis, 'acceptOffer', NEXT_ID)
  await inBook('cancelOffer, addressed', ana, 'cancelOffer', NEXT_ID + 1n)
}

async function signatures({ inBook, dollar, book }: Stage) {
  const bound = { book, chainId: networks.sepolia.id, borrower: luis.address, number: 7n, until: UNTIL }
  const terms = { principal: PRINCIPAL, duration: 30 * DAY, apr: 1000, instalments: 1, note: NOTE, lender: undefined }
  const request = { kind: 'request', ...terms, ...bound } as const
  await inBook('fundSigned', ana, 'fundSigned', requestOf(request), await luis.signTypedData(requestTypedData(request)))
  await inBook('voidSigned', luis, 'voidSigned', 8n)

  const payment = { ...bound, number: 9n, kind: 'payment', loanId: ACTIVE_ID, lender: ana.address, amount: PART } as const
  const typedData = paymentTypedData(payment, domainOf(dollar))
  await inBook('repaySigned, first part', ana, 'repaySigned', paymentOf(payment), await luis.signTypedData(typedData))
  const rest = { ...payment, number: 10n, amount: TOTAL - PART }
  const signature = await luis.signTypedData(paymentTypedData(rest, domainOf(dollar)))
  await inBook('repaySigned, the rest', ana, 'repaySigned', paymentOf(rest), signature)
}

/** Of two people who have used a permit before, and of two who have drawn dollars once and done nothing else. */
async function permits({ client, inBook, inDollar, waitADay, dollar, book, figures }: Stage) {
  const sign = async (owner: LocalAccount, value: bigint, nonce: bigint) => {
    const wanted = { domain: domainOf(dollar), spender: book, value, nonce, deadline: BigInt(UNTIL) }
    const { deadline, v, r, s } = await signPermit(owner, wanted)
    return [deadline, v, r, s] as const
  }
  const withPermit = async (name: string, from: LocalAccount, value: bigint, nonce: bigint, ...call: Call) => {
    const permit = callOf('permit', value, ...(await sign(from, value, nonce)))
    return inBook(name, from, 'multicall', [permit, callOf(...call)])
  }
  const live = async (lender: LocalAccount, borrower: LocalAccount, nonce: bigint, id: bigint, suffix: string) => {
    const offered: Call = ['createOfferFor', zeroAddress, TERMS, NOTE, 30n]
    const repaid: Call = ['repayLoan', id, lender.address, borrower.address, TOTAL]
    return sum([
      await withPermit(`permit and createOfferFor${suffix}`, lender, PRINCIPAL, nonce, ...offered),
      await inBook(`acceptOfferWithTerms${suffix}`, borrower, 'acceptOfferWithTerms', id, lender.address, TERMS),
      await waitADay(),
      await withPermit(`permit and repayLoan${suffix}`, borrower, TOTAL, nonce, ...repaid),
    ])
  }
  for (const owner of [ana, luis]) {
    const name = owner === ana ? 'permit, the first' : undefined
    await inDollar(name, owner, 'permit', owner.address, book, 0n, ...(await sign(owner, 0n, 0n)))
  }
  figures['life, with permits'] = await live(ana, luis, 1n, NEXT_ID, '')
  for (const { address } of [deployer, marta]) await client.setTokens(dollar, address, 1_000n * DOLLAR)
  figures['life of two newcomers, with permits'] = await live(deployer, marta, 0n, NEXT_ID + 1n, ", a newcomer's")
  figures['second life of the two, with permits'] = await live(deployer, marta, 1n, NEXT_ID + 2n, ', the second')
  figures['third life of the two, with permits'] = await live(deployer, marta, 2n, NEXT_ID + 3n, ', the third')

  await inBook(undefined, luis, 'createRequest', ...REQUEST)
  await withPermit('permit and fundRequest', ana, PRINCIPAL, 2n, 'fundRequest', NEXT_ID + 4n, luis.address, TERMS)
}

/** Two payments on loans of the same two people. */
async function severalAtOnce({ client, inBook, waitADay, figures }: Stage) {
  await inBook(undefined, luis, 'acceptOffer', OPEN_ID)
  await waitADay()
  const id = await client.snapshot()
  const payments = [ACTIVE_ID, OPEN_ID].map((loan) => ['repay', loan, TOTAL] as const)
  await inBook(
    'two repayments, one multicall',
    luis,
    'multicall',
    payments.map((call) => callOf(...call)),
  )
  await client.revert({ id })
  const apart: bigint[] = []
  for (const call of payments) apart.push(await inBook(undefined, luis, ...call))
  figures['two repayments, two transactions'] = sum(apart)
}

/** Everyone lends to the next one. */
async function circles({ client, inBook, waitADay, dollar, book }: Stage) {
  const nora = privateKeyToAccount(pad('0x7'))
  const all = [ana, luis, eva, marta, deployer, nora]
  await client.setBalance({ address: nora.address, value: 10n ** 18n })
  for (const { address } of all) {
    await client.setTokens(dollar, address, FORTUNE)
    await client.setAllowance(dollar, address, book, maxUint256)
  }
  let id = NEXT_ID
  for (const count of [2, 3, 6]) {
    const people = all.slice(0, count)
    const ids = people.map((_, index) => id + BigInt(index))
    id += BigInt(count)
    for (const [index, lender] of people.entries()) {
      await inBook(undefined, lender, 'createOffer', ...OFFER)
      await inBook(undefined, people[(index + 1) % count] ?? lender, 'acceptOffer', ids[index])
    }
    await waitADay()
    const settle = (name: string, amount: bigint, noted: bigint) =>
      settleCircle(inBook, book, people, `settleCircle, ${count} loans, ${name}`, { ids, amount, noted: ids.map(() => noted) })
    await settle('the first time', PART, 0n)
    await settle('again', PART, PART)
    await settle('the last time', TOTAL - 2n * PART, 2n * PART)
  }
}

async function settleCircle(
  inBook: Stage['inBook'],
  book: Address,
  people: LocalAccount[],
  name: string,
  { ids, amount, noted }: { ids: bigint[]; amount: bigint; noted: bigint[] },
) {
  const message = { ids, lenders: people.map(({ address }) => address), amount, noted, deadline: BigInt(UNTIL) }
  const signed = await Promise.all(people.map((person) => person.signTypedData({ domain: bookDomain(book), ...CIRCLE, message })))
  await inBook(name, ana, 'settleCircle', ids, amount, noted, message.deadline, signed)
}

async function changes({ inBook, waitADay }: Stage) {
  await inBook('extend, the first time', ana, 'extend', ACTIVE_ID, luis.address, BigInt(UNTIL))
  await inBook('extend, again', ana, 'extend', ACTIVE_ID, luis.address, BigInt(UNTIL + DAY))
  for (let id = OPEN_ID; id < NEXT_ID; id++) await inBook(undefined, luis, 'acceptOffer', id)
  await waitADay()
  const record = ['recordPayment', OPEN_ID, luis.address, PART] as const
  await inBook('recordPayment, first part', ana, ...record, 0n, BigInt(BEGIN + 2 * DAY))
  await inBook('recordPayment, another part', ana, ...record, PART, BigInt(BEGIN + 2 * DAY))
  await inBook('recordPayment, in full', ana, 'recordPayment', OPEN_ID + 1n, luis.address, TOTAL, 0n, BigInt(BEGIN + 2 * DAY))
  await inBook('forgive', ana, 'forgive', OPEN_ID + 2n, luis.address, TOTAL)
}

/** Where a list copies six ids, and the board a block of 80. */
async function fullSlots({ inBook }: Stage) {
  for (const name of [undefined, undefined, 'createOffer, every sixth of a lender'])
    await inBook(name, ana, 'createOffer', ...OFFER)
  for (let id = OPEN_ID; id < NEXT_ID + 2n; id++) await inBook(undefined, luis, 'acceptOffer', id)
  await inBook('acceptOffer, every sixth of a borrower', luis, 'acceptOffer', NEXT_ID + 2n)
  for (let i = 0; i < 3; i++) await inBook(undefined, eva, 'createOffer', ...OFFER)
  const publish = (count: number) => inBook(undefined, eva, 'multicall', Array(count).fill(callOf('createRequest', ...REQUEST)))
  await publish(79 - Number(NEXT_ID) - 5)
  await inBook('createOffer, every 20,480th id', ana, 'createOffer', ...OFFER)
  await publish(79)
  await inBook('createOffer, every 80th id', ana, 'createOffer', ...OFFER)
  await inBook('acceptOffer, of an older block', luis, 'acceptOffer', NEXT_ID + 3n)
  await inBook('cancelOffer, of an older block', eva, 'cancelOffer', NEXT_ID + 4n)
}

/** A borrower's dashboard, in a call by a transaction. */
async function reading({ client, send, inBook, dollar, book, lens }: Stage) {
  await client.setTokens(dollar, ana.address, 100n * FORTUNE)
  const publish = (from: LocalAccount, call: Hex) => inBook(undefined, from, 'multicall', Array(75).fill(call))
  for (let i = 0; i < 2; i++) {
    await publish(ana, callOf('createOffer', ...OFFER))
    await publish(luis, callOf('createRequest', ...REQUEST))
  }
  const taken = Array.from({ length: 50 }, (_, index) => callOf('acceptOffer', NEXT_ID + BigInt(index)))
  await inBook(undefined, luis, 'multicall', taken)
  const args = [book, luis.address, 100n, 100n, 100n] as const
  const data = encodeFunctionData({ abi: loanLensAbi, functionName: 'dashboard', args })
  await send('dashboard, 100 offers, 100 requests, 51 loans', eva, lens, data)
}

async function drawing({ client, inDollar }: Stage) {
  await inDollar("faucet, a newcomer's first", marta, 'faucet')
  await client.increaseTime({ seconds: 3600 })
  await inDollar('faucet', marta, 'faucet')
}

function sum(parts: bigint[]): string {
  return String(parts.reduce((whole, part) => whole + part))
}

function callOf(functionName: string, ...args: unknown[]): Hex {
  return encodeFunctionData({ abi: loanBookAbi as Abi, functionName, args })
}

function domainOf(dollar: Address) {
  return { name: 'Test Dollar', version: '1', chainId: networks.sepolia.id, verifyingContract: dollar }
}

function bookDomain(book: Address) {
  return { name: 'EntrePares', version: '1', chainId: networks.sepolia.id, verifyingContract: book }
}
