import type { Address, Hex } from 'viem'
import {
  estimateGas,
  estimateMaxPriorityFeePerGas,
  getBalance,
  getBlock,
  getChainId,
  getTransactionCount,
  readContract,
} from 'viem/actions'
import { config } from '../config.ts'
import type { Command } from '../loans/command.ts'
import { loanBookAbi, testDollarAbi } from './abi.ts'
import { type Call, callFor, dollarsFor } from './callFor.ts'
import { client } from './clients.ts'
import { isAsAgreed } from './isAsAgreed.ts'
import { asRefused, Refused } from './refusal.ts'
import { raisedFee } from './replacementFee.ts'
import type { Signer } from './signer.ts'
import { type Permit, signPermit } from './signPermit.ts'

/** The contract that commands are sent to, and its chain as the contract itself reports it. */
export type Place = { book: Address; chainId: number }

/** Every field is filled in on this device: a node is asked for figures, never for a transaction. */
export type Unsigned = {
  chainId: number
  nonce: number
  to: Address
  data: Hex
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

export type Prepared = {
  unsigned: Unsigned
  /** The block number that it was prepared at. */
  at: bigint
  /** The account's transaction count including pending ones. */
  seen: number
  /** Unix seconds. Undefined: it needs no permit. */
  permitDeadline: bigint | undefined
}

/** The transaction to replace: a replacement has the same nonce and must raise both fees. */
export type Replaced = Pick<Unsigned, 'nonce' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** Upper bounds for what is signed, whatever a node asks for. */
const MAX_GAS = 1_000_000n
const MAX_FEE_WEI = 50_000_000_000_000_000n

const PERMIT_SECONDS = 3_600n

/** Builds the transaction of a command and simulates it. Throws a Refused where the contract would revert. Sends nothing. */
export async function prepare(command: Command, signer: Signer, place: Place, replaced?: Replaced): Promise<Prepared> {
  try {
    const state = await readState(signer.address, place, replaced)
    const token = await tokenOf(place.book)
    const permit = await permitFor(command, signer, place, token, state.timestamp)
    const call = callFor(command, place.book, token, permit)
    const gas = await estimateGas(client, { account: signer.address, blockTag: 'latest', ...call })
    // After the simulation, whose revert reason says more precisely what became of the loan.
    if (!(await isAsAgreed(command, place.book))) throw new Refused('LoanChanged')
    return complete(call, (gas * 6n) / 5n, state, place, permit?.deadline, replaced)
  } catch (error) {
    throw asRefused(error)
  }
}

/** An empty transaction to oneself: as a replacement it cancels the other one, which has the same nonce. */
export async function prepareAnnulment(signer: Signer, place: Place, replaced: Replaced): Promise<Prepared> {
  try {
    const state = await readState(signer.address, place, replaced)
    return complete({ to: signer.address, data: '0x' }, 21_000n, state, place, undefined, replaced)
  } catch (error) {
    throw asRefused(error)
  }
}

export function assertAffordable({ gas, maxFeePerGas }: Pick<Unsigned, 'gas' | 'maxFeePerGas'>): void {
  if (gas > MAX_GAS || gas * maxFeePerGas > MAX_FEE_WEI) throw new Refused('FeeTooHigh')
}

type State = Awaited<ReturnType<typeof readState>>

async function readState(address: Address, { chainId }: Place, replaced: Replaced | undefined) {
  const [nodesChainId, block, tip, mined, seen, ether] = await Promise.all([
    getChainId(client),
    getBlock(client),
    estimateMaxPriorityFeePerGas(client, { chain: null }),
    getTransactionCount(client, { address }),
    getTransactionCount(client, { address, blockTag: 'pending' }),
    getBalance(client, { address }),
  ])
  if (nodesChainId !== chainId || !config.chainIds.includes(chainId)) throw new Refused('WrongChain')
  if (replaced && mined > replaced.nonce) throw new Refused('AlreadyMined')
  const { number, timestamp, baseFeePerGas } = block
  // Twice the base fee covers five full blocks in a row, each of which raises it by an eighth.
  return { at: number, timestamp, tip, maxFeePerGas: (baseFeePerGas ?? 0n) * 2n + tip, mined, seen, ether }
}

function complete(
  call: Call,
  gas: bigint,
  state: State,
  { chainId }: Place,
  permitDeadline: bigint | undefined,
  replaced: Replaced | undefined,
): Prepared {
  const unsigned = {
    chainId,
    nonce: replaced?.nonce ?? state.mined,
    ...call,
    gas,
    maxFeePerGas: higher(state.maxFeePerGas, raisedFee(replaced?.maxFeePerGas)),
    maxPriorityFeePerGas: higher(state.tip, raisedFee(replaced?.maxPriorityFeePerGas)),
  }
  assertAffordable(unsigned)
  if (unsigned.gas * unsigned.maxFeePerGas > state.ether) throw new Refused('NoEtherForFee')
  return { unsigned, at: state.at, seen: state.seen, permitDeadline }
}

async function permitFor(
  command: Command,
  signer: Signer,
  { book, chainId }: Place,
  token: Address,
  now: bigint,
): Promise<Permit | undefined> {
  const value = dollarsFor(command)
  if (value === 0n) return undefined
  const of = { address: token, abi: testDollarAbi, args: [signer.address] } as const
  const [balance, nonce] = await Promise.all([
    readContract(client, { ...of, functionName: 'balanceOf' }),
    readContract(client, { ...of, functionName: 'nonces' }),
  ])
  if (balance < value) throw new Refused('NoDollars', [balance, value])
  return signPermit(signer, { chainId, token, spender: book, value, nonce, deadline: now + PERMIT_SECONDS })
}

const tokens = new Map<Address, Address>()

/** Cached: the token of a book is immutable. */
async function tokenOf(book: Address): Promise<Address> {
  const token = tokens.get(book) ?? (await readContract(client, { address: book, abi: loanBookAbi, functionName: 'token' }))
  tokens.set(book, token)
  return token
}

function higher(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
