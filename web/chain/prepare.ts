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
import type { Signer } from './signer.ts'
import { type Permit, signPermit } from './signPermit.ts'

/** The book that commands go to, and the chain that it says it is on. */
export type Place = { book: Address; chainId: number }

/** A transaction of which every field was filled in here: the node is asked for figures, never for a transaction. */
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
  /** The block that it was prepared at. */
  at: bigint
  /** How many transactions of the account the network has seen, those that wait included. */
  seen: number
  /** Unix seconds. None: it needs no permit. */
  permitDeadline: bigint | undefined
}

/** The fees that a transaction with the same nonce must outbid. */
export type Outbid = Pick<Unsigned, 'nonce' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** Whatever a node says, no more than this is ever signed. */
const MOST_GAS = 1_000_000n
const MOST_FEE = 50_000_000_000_000_000n

const PERMIT_LASTS = 3_600n

/** Turns a command into a transaction that the contract takes, or says why there is none. Nothing leaves the device but questions. */
export async function prepare(command: Command, signer: Signer, place: Place, outbid?: Outbid): Promise<Prepared> {
  try {
    const state = await readState(signer.address, place, outbid)
    const token = await tokenOf(place.book)
    const permit = await permitFor(command, signer, place, token, state.timestamp)
    const call = callFor(command, place.book, token, permit)
    const gas = await estimateGas(client, { account: signer.address, blockTag: 'latest', ...call })
    // After the simulation, which knows better names for what has become of a loan.
    if (!(await isAsAgreed(command, place.book))) throw new Refused('LoanChanged')
    return complete(call, (gas * 6n) / 5n, state, place, permit?.deadline, outbid)
  } catch (error) {
    throw asRefused(error)
  }
}

/** A transaction that does nothing: mined in the place of another one, it keeps that one from ever happening. */
export async function prepareNothing(signer: Signer, place: Place, outbid: Outbid): Promise<Prepared> {
  try {
    const state = await readState(signer.address, place, outbid)
    return complete({ to: signer.address, data: '0x' }, 21_000n, state, place, undefined, outbid)
  } catch (error) {
    throw asRefused(error)
  }
}

/** Refuses what nobody would want to pay. */
export function assertAffordable({ gas, maxFeePerGas }: Pick<Unsigned, 'gas' | 'maxFeePerGas'>): void {
  if (gas > MOST_GAS || gas * maxFeePerGas > MOST_FEE) throw new Refused('FeeTooHigh')
}

type State = Awaited<ReturnType<typeof readState>>

async function readState(address: Address, { chainId }: Place, outbid: Outbid | undefined) {
  const [nodesChainId, block, tip, mined, seen, ether] = await Promise.all([
    getChainId(client),
    getBlock(client),
    estimateMaxPriorityFeePerGas(client, { chain: null }),
    getTransactionCount(client, { address }),
    getTransactionCount(client, { address, blockTag: 'pending' }),
    getBalance(client, { address }),
  ])
  if (nodesChainId !== chainId || !config.chainIds.includes(chainId)) throw new Refused('WrongChain')
  if (outbid && mined > outbid.nonce) throw new Refused('AlreadyMined')
  const { number, timestamp, baseFeePerGas } = block
  // Twice the base fee: it stays enough while five full blocks in a row raise it.
  return { at: number, timestamp, tip, maxFeePerGas: (baseFeePerGas ?? 0n) * 2n + tip, mined, seen, ether }
}

function complete(
  call: Call,
  gas: bigint,
  state: State,
  { chainId }: Place,
  permitDeadline: bigint | undefined,
  outbid: Outbid | undefined,
): Prepared {
  const unsigned = {
    chainId,
    nonce: outbid?.nonce ?? state.mined,
    ...call,
    gas,
    maxFeePerGas: higher(state.maxFeePerGas, raised(outbid?.maxFeePerGas)),
    maxPriorityFeePerGas: higher(state.tip, raised(outbid?.maxPriorityFeePerGas)),
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
  return signPermit(signer, { chainId, token, spender: book, value, nonce, deadline: now + PERMIT_LASTS })
}

const tokens = new Map<Address, Address>()

/** A book never changes its token. */
async function tokenOf(book: Address): Promise<Address> {
  const token = tokens.get(book) ?? (await readContract(client, { address: book, abi: loanBookAbi, functionName: 'token' }))
  tokens.set(book, token)
  return token
}

/** By the eighth part that nodes want before they let one transaction take another's place. */
function raised(fee = 0n): bigint {
  return (fee * 9n + 7n) / 8n
}

function higher(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
