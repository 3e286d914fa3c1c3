// The functions and events that the specification names, and nothing else, called through ethers: somebody else's library, with an ABI
// that was written without our contract.
import { Contract, type ContractTransactionResponse, JsonRpcProvider, Wallet } from 'ethers'
import type { Address } from 'viem'
import { people } from '../../../devchain/people.ts'

const LOAN =
  'address lender, address borrower, uint256 principal, uint256 apr, uint256 duration, uint256 startTs, uint256 dueTs, uint256 repaid, uint256 createdAt, uint8 status, string comment'

const FUNCTIONS = [
  'function nextId() view returns (uint256)',
  `function loans(uint256 id) view returns (${LOAN})`,
  'function createOffer(uint256 principal, uint256 duration, uint256 apr, string comment) returns (uint256)',
  'function acceptOffer(uint256 id)',
  'function cancelOffer(uint256 id)',
  'function repay(uint256 id, uint256 amount) returns (uint256)',
  `function getOffer(uint256 id) view returns (tuple(${LOAN}))`,
  'function getOpenOfferIds(uint256 offset, uint256 limit) view returns (uint256[])',
  'function getOffersByLenderIds(address lender, uint256 offset, uint256 limit) view returns (uint256[])',
  'function allOffersLength() view returns (uint256)',
  'function allOfferIds(uint256 index) view returns (uint256)',
  'function openOffersLength() view returns (uint256)',
  'function openOfferIds(uint256 index) view returns (uint256)',
  'function offersByLender(address lender, uint256 index) view returns (uint256)',
  'function offersByLenderLength(address lender) view returns (uint256)',
]

const EVENTS = [
  'event OfferCreated(uint256 indexed id, address indexed lender, uint256 principal, uint256 duration, uint256 apr, string comment)',
  'event LoanAccepted(uint256 indexed id, address indexed borrower, uint256 startTs, uint256 dueTs)',
  'event OfferCancelled(uint256 indexed id)',
  'event Repaid(uint256 indexed id, address indexed borrower, uint256 amount, uint256 totalRepaid)',
]

const PRINCIPAL = 50_000_000n
const { ana, luis } = people

/** Calls every one of them. Throws with what was not as the specification says. */
export async function checkSeedAbi(url: string, { loanBook, dollar }: { loanBook: Address; dollar: Address }): Promise<string> {
  const provider = new JsonRpcProvider(url, undefined, { polling: true, pollingInterval: 500, cacheTimeout: -1 })
  const called = new Set<string>()
  const bookOf = (person: typeof ana) => new Contract(loanBook, [...FUNCTIONS, ...EVENTS], walletOf(person, provider))
  const [hers, his] = [bookOf(ana), bookOf(luis)]
  const read = (name: string, ...args: unknown[]) => {
    called.add(name)
    return hers.getFunction(name)(...args)
  }
  const send = async (book: Contract, name: string, ...args: unknown[]) => {
    called.add(name)
    const sent: ContractTransactionResponse = await book.getFunction(name)(...args)
    await sent.wait()
  }
  try {
    await approve(dollar, loanBook, [walletOf(ana, provider), walletOf(luis, provider)])
    const fromBlock = await provider.getBlockNumber()
    const first: bigint = await read('nextId')
    for (const comment of ['uno', 'dos']) await send(hers, 'createOffer', PRINCIPAL, 86_400n, 1_000n, comment)
    await send(hers, 'cancelOffer', first)
    equal('openOfferIds', await read('openOfferIds', (await read('openOffersLength')) - 1n), first + 1n)
    const open: bigint[] = await read('getOpenOfferIds', 0n, 1_000n)
    equal('getOpenOfferIds', open.at(-1), first + 1n)
    await send(his, 'acceptOffer', first + 1n)
    await send(his, 'repay', first + 1n, PRINCIPAL)

    const loan = await read('loans', first + 1n)
    const offer = await read('getOffer', first + 1n)
    for (const field of [loan, offer]) {
      equal('lender', field.lender, ana.address)
      equal('borrower', field.borrower, luis.address)
      equal('repaid', field.repaid, PRINCIPAL)
      equal('comment', field.comment, 'dos')
    }
    equal('allOfferIds', await read('allOfferIds', (await read('allOffersLength')) - 1n), first + 1n)
    const count: bigint = await read('offersByLenderLength', ana.address)
    equal('offersByLender', await read('offersByLender', ana.address, count - 1n), first + 1n)
    const own: bigint[] = await read('getOffersByLenderIds', ana.address, count - 1n, 10n)
    equal('getOffersByLenderIds', own.join(), String(first + 1n))

    const missing = FUNCTIONS.map((line) => /function (\w+)/.exec(line)?.[1] ?? '').filter((name) => !called.has(name))
    equal('functions that were not called', missing.join(), '')
    for (const line of EVENTS) {
      const [, name = ''] = /event (\w+)/.exec(line) ?? []
      const found = await hers.queryFilter(name, fromBlock)
      if (found.length === 0) throw new Error(`No ${name} was found.`)
    }
    return `ok, ${called.size} functions, ${EVENTS.length} events`
  } finally {
    provider.destroy()
  }
}

function walletOf(person: typeof ana, provider: JsonRpcProvider): Wallet {
  return new Wallet(Buffer.from(person.getHdKey().privateKey ?? []).toString('hex'), provider)
}

async function approve(dollar: Address, spender: Address, wallets: readonly Wallet[]): Promise<void> {
  for (const wallet of wallets) {
    const token = new Contract(dollar, ['function approve(address spender, uint256 amount) returns (bool)'], wallet)
    const sent: ContractTransactionResponse = await token.getFunction('approve')(spender, PRINCIPAL * 4n)
    await sent.wait()
  }
}

function equal(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what} is ${actual} instead of ${expected}.`)
}
