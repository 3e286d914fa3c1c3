import type { Address, Client, Hex } from 'viem'
import { type Command, callFor, isEmpty, moneyFor, needsFaucet, paymentIn, recipientOf } from '../../commands/command.ts'
import { config } from '../../config.ts'
import { MAX_FEE } from '../../loans/feeLimit.ts'
import { isSameAddress } from '../../loans/loan.ts'
import { recipientProblem } from '../../loans/transfer.ts'
import type { Wei } from '../../loans/units.ts'
import { estimateGas } from '../node/calls.ts'
import { client, hostInUse } from '../node/clients.ts'
import { clockFor, earlier } from '../node/deviceClock.ts'
import { type Fees, readFees, replacing, type UsualFees } from '../node/fees.ts'
import { hasFaucet } from '../token/fetchFaucet.ts'
import { forgetDomain, tokenDomain } from '../token/tokenDomain.ts'
import { pinnedToken } from '../token/tokenOf.ts'
import type { Addresses, Call, Permit } from './call.ts'
import { measureGas, UNSIGNED } from './measureGas.ts'
import { askAll, assertAgreed } from './opinions.ts'
import { asRefused, isRevert, type Refusal, Refused, refusalOf } from './refusal.ts'
import type { Signer } from './signer.ts'
import { readSigningState, type SigningState } from './signingState.ts'
import { signPermit } from './signPermit.ts'

/** The contract that commands are sent to, and its chain as the contract itself reports it. */
export type Deployment = { book: Address; chainId: number }

/** Every field is filled in on this device: a node is asked for figures, never for a transaction. */
export type Unsigned = Fees & {
  chainId: number
  nonce: number
  to: Address
  value: Wei
  data: Hex
  gas: bigint
}

export type PreparedTransaction = {
  unsigned: Unsigned
  /** The number and the timestamp of the block that it was prepared at. */
  at: bigint
  signedAt: number
  /** Unix seconds. Undefined: it needs no permit. */
  permitDeadline: bigint | undefined
}

const PERMIT_SECONDS = 3_600n
/** By how much the device's clock may be behind the chain's. */
const MAX_CLOCK_LAG = 3_300n

/** The highest fee that will be paid, and the price per gas in it. */
export type Fee = { fee: Wei; price: Wei }

/**
 * The fee of a command. Undefined if the node cannot measure it before a permit is signed. Throws a Refused if the command would
 * fail. Signs nothing. `isSample`: the command stands in for a command that costs as much, so the account need not be able to pay
 * for it.
 */
export async function quote(
  command: Command,
  address: Address,
  deployment: Deployment,
  { isSample = false } = {},
): Promise<Fee | undefined> {
  try {
    const [fees, state] = await Promise.all([readFees(), readSigningState(client, deployment.book, address, command)])
    assertToken(deployment.book, state)
    const ours = addresses(address, deployment, state)
    if (!isSample) assertPossible(command, ours, state)
    if (needsFaucet(command)) await assertFaucet(ours.token)
    const { permitted, ether } = moneyFor(command)
    const call = callFor(command, ours, permitted > 0n ? UNSIGNED : undefined)
    const used = permitted > 0n ? await measureGas(call, ours, permitted, state) : await estimate(call, address)
    const fee = used === undefined ? undefined : feeWithin(fees, withMargin(used))
    if (fee && !isSample) assertAffordable(fee.fee, ether, state)
    return fee
  } catch (error) {
    throw asRefused(error)
  }
}

/**
 * Builds the transaction of a command and simulates it. Throws a Refused if the contract would revert, or if the fee cannot stay
 * within the agreed one. Sends nothing. `agreed`: the fee that was shown, or undefined if none was known when the user agreed.
 * `replaced`: the fees of the replaced transaction, which must be raised.
 */
export async function prepare(
  command: Command,
  nonce: number,
  signer: Signer,
  deployment: Deployment,
  agreed: Wei | undefined,
  replaced?: Fees,
): Promise<PreparedTransaction> {
  try {
    const [usual, state] = await Promise.all([readFees(), readAgreed(signer.address, deployment, command)])
    const ours = addresses(signer.address, deployment, state)
    assertPossible(command, ours, state)
    if (needsFaucet(command)) await assertFaucet(ours.token)
    const permit = await permitFor(command, signer, deployment, state)
    const call = callFor(command, ours, permit)
    const gas = withMargin(await simulate(call, ours, deployment, permit))
    const fees = withinAgreed(replaced ? replacing(usual, replaced) : usual, gas, agreed ?? MAX_FEE)
    assertAffordable(feeOf({ gas, ...fees }), call.value, state)
    const { blockNumber, timestamp } = state
    const unsigned = { chainId: deployment.chainId, nonce, ...call, gas, ...fees }
    return { unsigned, at: blockNumber, signedAt: Number(timestamp), permitDeadline: permit?.deadline }
  } catch (error) {
    throw asRefused(error)
  }
}

/** Why a command would fail by itself. Undefined if it would not, or if that is not known now. */
export async function whyImpossible(command: Command, address: Address, deployment: Deployment): Promise<Refusal | undefined> {
  try {
    const state = await readSigningState(client, deployment.book, address, command)
    const ours = addresses(address, deployment, state)
    assertPossible(command, ours, state)
    await estimate(callFor(command, ours, undefined), address)
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    return isRevert(refusal) ? refusal : undefined
  }
}

type Priced = Pick<Unsigned, 'gas' | 'maxFeePerGas'>

/** The fee of a transaction with the usual fees. */
export function feeWithin(usual: UsualFees, gas: bigint): Fee {
  const { maxFeePerGas: price } = withinAgreed(usual, gas, MAX_FEE)
  return { fee: gas * price, price }
}

/** The most that it can cost. */
export function feeOf({ gas, maxFeePerGas }: Priced): Wei {
  return gas * maxFeePerGas
}

/**
 * The usual fees, lowered so that the transaction costs no more than was agreed. Throws a Refused if the network would not take it
 * soon: FeeRose with the fee to agree to, or FeeTooHigh if that is more than the app ever signs.
 */
function withinAgreed({ leastFeePerGas, ...usual }: UsualFees, gas: bigint, agreed: Wei): Fees {
  const most = lower(agreed, MAX_FEE) / gas
  const maxFeePerGas = lower(usual.maxFeePerGas, most)
  if (maxFeePerGas >= leastFeePerGas) return { ...usual, maxFeePerGas }
  if (gas * leastFeePerGas > MAX_FEE) throw new Refused('FeeTooHigh')
  throw new Refused('FeeRose', [lower(gas * usual.maxFeePerGas, MAX_FEE)])
}

function lower(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function assertAffordable(fee: Wei, value: Wei, { ethBalance }: SigningState): void {
  if (fee > ethBalance) throw new Refused('NoEtherForFee')
  if (fee + value > ethBalance) throw new Refused('NoEther', [ethBalance, fee + value])
}

/** Figures that every node agrees on, of the chain and the dollar that this is about. */
export async function readAgreed(address: Address, { book, chainId }: Deployment, command: Command): Promise<SigningState> {
  const read = (node: Client) => readSigningState(node, book, address, command)
  // A second opinion on the loan, and on the token that a permit is signed for. An empty transaction has neither.
  const [own, ...others] = isEmpty(command) ? [{ host: hostInUse(), said: await read(client) }] : await askAll(chainId, read)
  const state = own.said
  const answerIn = ({ token, outdated, timestamp }: SigningState) =>
    `${token} ${outdated?.name} ${isFarAhead(chainId, timestamp)}`
  assertAgreed([own, ...others], answerIn)
  assertToken(book, state)
  const isExpected = Number(state.chainId) === chainId && config.chainIds.includes(chainId)
  if (!isExpected) throw new Refused('WrongChain')
  if (isFarAhead(chainId, state.timestamp)) throw new Refused('ClockOff')
  return state
}

/** The gas that a call takes. A failure with a new permit may be due to an outdated domain of the token. */
async function simulate(call: Call, { account, token }: Addresses, { chainId }: Deployment, permit?: Permit): Promise<bigint> {
  try {
    return await estimate(call, account)
  } catch (error) {
    if (permit) forgetDomain(token, chainId)
    throw error
  }
}

async function estimate(call: Call, account: Address): Promise<bigint> {
  try {
    return await estimateGas(client, { from: account, ...call })
  } catch (error) {
    // A stranger's contract may imitate our own errors.
    if (call.data === '0x' && isRevert(refusalOf(error))) throw new Refused('RecipientRefuses', [], error)
    throw error
  }
}

/** The gas limit of an empty transaction of the account to itself. */
export async function gasOfEmpty(account: Address): Promise<bigint> {
  return withMargin(await estimate({ to: account, value: 0n, data: '0x' }, account))
}

/** The gas limit: a fifth above what the simulation took, because the state may differ when it is mined. */
function withMargin(gas: bigint): bigint {
  return (gas * 6n) / 5n + 1n
}

export function addresses(account: Address, { book }: Deployment, { token }: SigningState): Addresses {
  return { account, book, token }
}

/** Refuses what cannot go well, before anything is simulated. */
export function assertPossible(command: Command, ours: Addresses, state: SigningState): void {
  const to = recipientOf(command)
  const problem = to && recipientProblem(to, ours)
  if (problem) throw new Refused(problem)
  const payment = paymentIn(command)
  // The contract lets anyone pay any debt, so a node that shows somebody else's as mine would have it paid.
  if (payment?.side === 'borrowed' && !isSameAddress(payment.loan.borrower, ours.account)) throw new Refused('NotYourDebt')
  const { dollarBalance, ethBalance, outdated } = state
  const { dollars, ether } = moneyFor(command)
  if (dollarBalance < dollars) throw new Refused('NoDollars', [dollarBalance, dollars])
  if (ethBalance < ether) throw new Refused('NoEther', [ethBalance, ether])
  if (outdated) throw new Refused(outdated.name, outdated.args)
}

/** A token without one may take the call and do nothing. */
async function assertFaucet(token: Address): Promise<void> {
  if (!(await hasFaucet(token))) throw new Refused('NoFaucet', [token])
}

async function permitFor(
  command: Command,
  signer: Signer,
  { book, chainId }: Deployment,
  { token, permitNonce, timestamp }: SigningState,
): Promise<Permit | undefined> {
  const value = moneyFor(command).permitted
  if (value === 0n) return undefined
  const deadline = earlier(timestamp, clockFor(chainId, timestamp)) + PERMIT_SECONDS
  const domain = await tokenDomain(token, chainId)
  return signPermit(signer, { domain, spender: book, value, nonce: permitNonce, deadline })
}

function assertToken(book: Address, { token }: SigningState): void {
  if (!isSameAddress(token, pinnedToken(book) ?? token)) throw new Refused('FalseToken')
}

/** Whether the chain's clock is far ahead of the device's. */
function isFarAhead(chainId: number, timestamp: bigint): boolean {
  return timestamp - clockFor(chainId, timestamp) > MAX_CLOCK_LAG
}
