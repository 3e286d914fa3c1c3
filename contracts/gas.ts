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
import { getCode, getTransactionReceipt } from 'viem/actions'
import { openChain } from '../devchain/chain.ts'
import { CREATE2_FACTORY, partsToDeploy } from '../devchain/deploy.ts'
import { BLOCK_GAS_LIMIT, type Hardfork } from '../devchain/engine.ts'
import { people } from '../devchain/people.ts'
import { createChainClient } from '../devchain/testClient.ts'
import { loanBookAbi, testDollarAbi } from '../web/chain/abi.ts'
import { signPermit } from '../web/chain/send/signPermit.ts'
import { paymentOf, paymentTypedData, requestOf, requestTypedData } from '../web/chain/signed/typedData.ts'
import { networks } from '../web/chains.ts'
import { DAY, DOLLAR } from '../web/loans/loan.ts'
import { compileReferences } from './compile.ts'

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

const OPEN_ID = 2n
const ACTIVE_ID = 1n
const NEXT_ID = 5n

const offer = (bytes: number) => [PRINCIPAL, TERMS.duration, TERMS.apr, NOTE.slice(0, bytes).padEnd(bytes, 'a')]
const OFFER = offer(NOTE.length)
const OFFER_FOR_LUIS = [luis.address, TERMS, NOTE, 0n]
const REQUEST = [zeroAddress, TERMS, NOTE, 0n]

const GROUPS = [lives, offers, firstTimes, partPayments, cancellations, requests, signatures, permits, changes, drawing]

type Stage = Awaited<ReturnType<typeof prepare>>

/** Figures by command. Those of the naive book have a name of their own. Each group of commands starts from the same state. */
export async function measureGas(hardfork: Hardfork): Promise<Record<string, string>> {
  const stage = await prepare(hardfork)
  for (const measure of GROUPS) {
    const id = await stage.client.snapshot()
    await measure(stage)
    await stage.client.revert({ id })
  }
  await stage.stop()
  return stage.figures
}

/**
 * The state of contracts/test/Gas.t.sol. Ana's next offer is her fifth, and luis' next loan is his second. Offer 2 lies between other
 * open offers, and loan 1 is active.
 */
async function prepare(hardfork: Hardfork) {
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
  const commandsOf =
    (to: Address, abi: Abi, prefix = '') =>
    (name: string | undefined, from: LocalAccount, functionName: string, ...args: unknown[]) =>
      send(name && prefix + name, from, to, encodeFunctionData({ abi, functionName, args }))

  await client.setNextBlockTimestamp({ timestamp: BigInt(BEGIN) })
  const [dollar, book, lens] = await partsToDeploy()
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
  const inDollar = commandsOf(dollar.address, testDollarAbi)
  return { client, stop, figures, inBook, inNaive, inDollar, dollar: dollar.address, book: book.address }
}

async function naiveBookOf(dollar: Address) {
  const { abi, evm } = (await compileReferences())['contracts/test/reference/NaiveLoanBook.sol']?.NaiveLoanBook ?? {}
  if (!abi || !evm) throw new Error('There is no NaiveLoanBook.')
  const bytecode = concat([`0x${evm.bytecode.object}`, pad(dollar)])
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_FACTORY, salt: zeroHash, bytecode })
  return { abi, address, data: concat([zeroHash, bytecode]) }
}

/** In both books, which have these commands in common. */
async function lives({ inBook, inNaive, figures }: Stage) {
  for (const [command, life] of [
    [inBook, 'life'],
    [inNaive, 'naive book: life'],
  ] as const) {
    figures[life] = sum([
      await command('createOffer', ana, 'createOffer', ...OFFER),
      await command('acceptOffer', luis, 'acceptOffer', OPEN_ID),
      await command('repay, in full', luis, 'repay', OPEN_ID, TOTAL),
    ])
  }
}

async function offers({ inBook, inNaive }: Stage) {
  for (const command of [inBook, inNaive]) {
    await command('createOffer, no note', ana, 'createOffer', ...offer(0))
    await command('createOffer, 100-byte note', ana, 'createOffer', ...offer(100))
    await command('createOffer, 280-byte note', ana, 'createOffer', ...offer(280))
  }
}

async function firstTimes({ inBook, inNaive }: Stage) {
  for (const command of [inBook, inNaive]) {
    await command("createOffer, a lender's first", eva, 'createOffer', ...OFFER)
    await command("acceptOffer, a borrower's first", eva, 'acceptOffer', OPEN_ID)
  }
}

async function partPayments({ inBook, inNaive }: Stage) {
  for (const command of [inBook, inNaive]) {
    await command('repay, first part', luis, 'repay', ACTIVE_ID, PART)
    await command('repay, another part', luis, 'repay', ACTIVE_ID, PART)
    await command('repay, the rest', luis, 'repay', ACTIVE_ID, TOTAL)
  }
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

async function requests({ inBook, figures }: Stage) {
  await inBook('createOfferFor, the first for a borrower', ana, 'createOfferFor', ...OFFER_FOR_LUIS)
  await inBook('createOfferFor', ana, 'createOfferFor', ...OFFER_FOR_LUIS)
  await inBook("createRequest, a borrower's first", luis, 'createRequest', ...REQUEST)
  figures['life of a request'] = sum([
    await inBook('createRequest', luis, 'createRequest', ...REQUEST),
    await inBook('fundRequest', ana, 'fundRequest', NEXT_ID + 3n, luis.address, TERMS),
    await inBook(undefined, luis, 'repay', NEXT_ID + 3n, TOTAL),
  ])
  await inBook('cancelRequest', luis, 'cancelRequest', NEXT_ID + 2n)
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
}

/** Of two people who have used a permit before, and of two who have drawn dollars once and done nothing else. */
async function permits({ client, inBook, inDollar, dollar, book, figures }: Stage) {
  const permit = async (owner: LocalAccount, value: bigint, nonce: bigint) => {
    const wanted = { domain: domainOf(dollar), spender: book, value, nonce, deadline: BigInt(UNTIL) }
    const { deadline, v, r, s } = await signPermit(owner, wanted)
    return [deadline, v, r, s]
  }
  const live = async (lender: LocalAccount, borrower: LocalAccount, nonce: bigint, id: bigint, suffix: string) => {
    const offered = [zeroAddress, TERMS, NOTE, 30n, ...(await permit(lender, PRINCIPAL, nonce))]
    const repaid = [id, lender.address, borrower.address, TOTAL, ...(await permit(borrower, TOTAL, nonce))]
    return sum([
      await inBook(`createOfferWithPermit${suffix}`, lender, 'createOfferWithPermit', ...offered),
      await inBook(`acceptOfferWithTerms${suffix}`, borrower, 'acceptOfferWithTerms', id, lender.address, TERMS),
      await inBook(`repayWithPermit, in full${suffix}`, borrower, 'repayWithPermit', ...repaid),
    ])
  }
  for (const owner of [ana, luis]) {
    const name = owner === ana ? 'permit, the first' : undefined
    await inDollar(name, owner, 'permit', owner.address, book, 0n, ...(await permit(owner, 0n, 0n)))
  }
  figures['life, with permits'] = await live(ana, luis, 1n, NEXT_ID, '')
  for (const { address } of [deployer, marta]) await client.setTokens(dollar, address, 1_000n * DOLLAR)
  figures['life of two newcomers, with permits'] = await live(deployer, marta, 0n, NEXT_ID + 1n, ", a newcomer's")

  await inBook(undefined, luis, 'createRequest', ...REQUEST)
  const funded = [NEXT_ID + 2n, luis.address, TERMS, ...(await permit(ana, PRINCIPAL, 2n))]
  await inBook('fundRequestWithPermit', ana, 'fundRequestWithPermit', ...funded)
}

async function changes({ inBook }: Stage) {
  await inBook('extend, the first time', ana, 'extend', ACTIVE_ID, luis.address, BigInt(UNTIL))
  await inBook(undefined, luis, 'acceptOffer', OPEN_ID)
  await inBook('recordPayment, first part', ana, 'recordPayment', OPEN_ID, luis.address, PART, 0n)
  await inBook(undefined, luis, 'acceptOffer', OPEN_ID + 1n)
  await inBook('forgive', ana, 'forgive', OPEN_ID + 1n, luis.address, TOTAL)
}

async function drawing({ client, inDollar }: Stage) {
  await inDollar("faucet, a newcomer's first", marta, 'faucet')
  await client.increaseTime({ seconds: 3600 })
  await inDollar('faucet', marta, 'faucet')
}

function sum(parts: bigint[]): string {
  return String(parts.reduce((whole, part) => whole + part))
}

function domainOf(dollar: Address) {
  return { name: 'Test Dollar', version: '1', chainId: networks.sepolia.id, verifyingContract: dollar }
}
