import { type Address, type Hex, stringify } from 'viem'
import { blockMsOf } from '../../chains.ts'
import {
  type Command,
  callFor,
  isEmpty,
  knownGas,
  moneyFor,
  needsFaucet,
  paymentIn,
  recipientOf,
} from '../../commands/command.ts'
import { config } from '../../config.ts'
import { highestFee } from '../../loans/feeLimit.ts'
import { isSameAddress } from '../../loans/loan.ts'
import { recipientProblem } from '../../loans/transfer.ts'
import type { Wei } from '../../loans/units.ts'
import { estimateGas } from '../node/calls.ts'
import { client, soleAnswerer } from '../node/clients.ts'
import { clockFor, deviceSeconds, earlier } from '../node/deviceClock.ts'
import { type Fees, readFees, replacing } from '../node/fees.ts'
import { hasFaucet } from '../token/fetchFaucet.ts'
import { forgetDomain, tokenDomain } from '../token/tokenDomain.ts'
import { pinnedToken } from '../token/tokenOf.ts'
import type { Addresses, Call, Permit } from './call.ts'
import { askOthers, assertAgreed, recent } from './opinions.ts'
import { asRefused, isRevert, Refused, refusalOf } from './refusal.ts'
import type { Signer } from './signer.ts'
import { readSigningState, type SigningState, whyOutdated } from './signingState.ts'
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

/** Upper bounds for what is signed, whatever a node asks for. */
const MAX_GAS = 1_000_000n
const MAX_FEE: Wei = 50_000_000_000_000_000n

/** Gas of a transaction without data. */
export const EMPTY_GAS = 21_000n

const PERMIT_SECONDS = 3_600n
/** By how much the device's clock may be behind the chain's. */
const MAX_CLOCK_LAG = 3_300n

/** A quoted fee, and what it was made of: at the same block the same node would say the same again. */
export type Quote = {
  /** The most that it can be. */
  fee: Wei
  fees: Fees
  gas: bigint
  /** The call that was simulated. Undefined: its gas was known. */
  call?: Call
  state: SigningState
  /** The node that answered all of it. Undefined: another one had to answer meanwhile. */
  answerer: string | undefined
  /** By the device's clock: a node may claim the same block forever. */
  askedAt: number
}

/** The fee of a command. Throws a Refused where the command would fail. Signs nothing. */
export async function quote(command: Command, address: Address, deployment: Deployment): Promise<Quote> {
  const [answerer, askedAt] = [soleAnswerer(), deviceSeconds()]
  try {
    const [fees, state] = await Promise.all([readFees(), readSigningState(client, deployment.book, address, command)])
    assertToken(deployment.book, state)
    const ours = addresses(address, deployment, state)
    assertPossible(command, ours, state)
    assertValue(command, state, fees)
    if (needsFaucet(command)) await assertFaucet(ours.token)
    const used = await gasOf(command, ours)
    assertAffordable({ ...used, value: moneyFor(command).ether, ...fees }, state)
    const isOfOne = answerer === soleAnswerer()
    return { fee: feeOf({ ...used, ...fees }), ...used, fees, state, answerer: isOfOne ? answerer : undefined, askedAt }
  } catch (error) {
    throw asRefused(error)
  }
}

/**
 * Builds the transaction of a command and simulates it. Throws a Refused where the contract would revert, or where the fee
 * is not the one that was shown. Sends nothing. `quoted`: the last quote, of whatever command. `replaced`: the fees of the
 * transaction that it replaces, which it must raise.
 */
export async function prepare(
  command: Command,
  nonce: number,
  signer: Signer,
  deployment: Deployment,
  shownFee: Wei,
  { quoted, replaced }: { quoted?: Quote | undefined; replaced?: Fees },
): Promise<PreparedTransaction> {
  try {
    const { fees: usual, before, ...state } = await readState(signer.address, deployment, command, quoted)
    const fees = replaced ? replacing(usual, replaced) : usual
    const ours = addresses(signer.address, deployment, state)
    assertPossible(command, ours, state)
    assertValue(command, state, fees)
    const known = knownGas(command)
    // Before the permit is signed.
    if (known) assertFee({ gas: known, value: moneyFor(command).ether, ...fees }, state, shownFee)
    if (needsFaucet(command)) await assertFaucet(ours.token)
    const permit = await permitFor(command, signer, deployment, state)
    const call = callFor(command, ours, permit)
    const isSimulated = before?.call && stringify(before.call) === stringify(call)
    const simulating = isSimulated ? Promise.resolve(before.gas) : simulate(call, signer.address)
    const simulated = await simulating.catch((error: unknown) => {
      if (permit) forgetDomain(ours.token, deployment.chainId)
      throw error
    })
    const gas = known && known > simulated ? known : simulated
    const { blockNumber, timestamp } = state
    const unsigned = { chainId: deployment.chainId, nonce, ...call, gas, ...fees }
    assertFee(unsigned, state, shownFee)
    return { unsigned, at: blockNumber, signedAt: Number(timestamp), permitDeadline: permit?.deadline }
  } catch (error) {
    throw asRefused(error)
  }
}

type Priced = Pick<Unsigned, 'gas' | 'maxFeePerGas'>
type Costing = Priced & Pick<Unsigned, 'value'>

/** The most that it can cost. */
export function feeOf({ gas, maxFeePerGas }: Priced): Wei {
  return gas * maxFeePerGas
}

/** Refuses a fee too far above the one that was shown, and any that no command can take. */
export function assertShown(transaction: Priced, shownFee: Wei): void {
  const fee = feeOf(transaction)
  if (transaction.gas > MAX_GAS || fee > MAX_FEE) throw new Refused('FeeTooHigh')
  if (fee > highestFee(shownFee)) throw new Refused(shownFee === 0n ? 'FeeUnseen' : 'FeeRose', [fee])
}

function assertAffordable(transaction: Costing, { ethBalance }: SigningState): void {
  assertShown(transaction, MAX_FEE)
  const fee = feeOf(transaction)
  if (fee > ethBalance) throw new Refused('NoEtherForFee')
  const cost = fee + transaction.value
  if (cost > ethBalance) throw new Refused('NoEther', [ethBalance, cost])
}

function assertFee(transaction: Costing, state: SigningState, shownFee: Wei): void {
  assertAffordable(transaction, state)
  assertShown(transaction, shownFee)
}

type State = SigningState & { fees: Fees; before: Quote | undefined }

/** `before`: the quote, if it is of now. Its fees are those of now, so they are not asked for again. */
async function readState(address: Address, deployment: Deployment, command: Command, quoted?: Quote): Promise<State> {
  const [early, state] = await Promise.all([quoted ? undefined : readFees(), readAgreed(address, deployment, command)])
  const before = quoted && isOfNow(quoted, state, deployment) ? quoted : undefined
  return { ...state, before, fees: early ?? before?.fees ?? (await readFees()) }
}

/** Of the same block, by the same node, which has answered all since, and not longer ago than a block takes. */
function isOfNow({ state: then, answerer, askedAt }: Quote, state: SigningState, { chainId }: Deployment): boolean {
  const isSameBlock = then.blockNumber === state.blockNumber && then.timestamp === state.timestamp
  const isYoung = Math.abs(deviceSeconds() - askedAt) * 1_000 <= blockMsOf(chainId)
  return isSameBlock && isYoung && answerer === soleAnswerer()
}

/** Figures that every node agrees on, of the chain and the dollar that this is about. */
export async function readAgreed(address: Address, { book, chainId }: Deployment, command: Command): Promise<SigningState> {
  const [state, opinions] = await Promise.all([
    readSigningState(client, book, address, command),
    // Of the loan, and of the token that a permit is signed for. An empty transaction has neither.
    isEmpty(command) ? [] : askOthers((node) => readSigningState(node, book, address, command)),
  ])
  const answerIn = (said: SigningState) =>
    `${said.token} ${whyOutdated(command, said)?.name} ${isFarAhead(chainId, said.timestamp)}`
  assertAgreed(answerIn(state), recent(opinions, state, chainId), answerIn)
  assertToken(book, state)
  const isExpected = Number(state.chainId) === chainId && config.chainIds.includes(chainId)
  if (!isExpected) throw new Refused('WrongChain')
  if (isFarAhead(chainId, state.timestamp)) throw new Refused('ClockOff')
  return state
}

/**
 * The gas limit: a fifth above what the simulation took, because the state may differ when it is mined. A plain transfer
 * always takes the same.
 */
async function simulate(call: Call, account: Address): Promise<bigint> {
  if (call.to === account) return EMPTY_GAS
  const transaction = { from: account, ...call }
  if (call.data !== '0x') return withMargin(await estimateGas(client, transaction))
  const gas = await estimateGas(client, transaction).catch((error: unknown) => {
    // Whatever a stranger's contract says, also where it sounds like one of our own errors.
    throw isRevert(refusalOf(error)) ? new Refused('RecipientRefuses', [], error) : error
  })
  // Some nodes search for the limit, and end one unit above it.
  return gas > EMPTY_GAS + 1n ? withMargin(gas) : EMPTY_GAS
}

/** The gas of a command without a permit. */
async function gasOf(command: Command, ours: Addresses): Promise<Pick<Quote, 'gas' | 'call'>> {
  const known = knownGas(command)
  if (known) return { gas: known }
  const call = callFor(command, ours, undefined)
  return { call, gas: await simulate(call, ours.account) }
}

function withMargin(gas: bigint): bigint {
  return (gas * 6n) / 5n
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
  const { dollarBalance } = state
  const { dollars } = moneyFor(command)
  if (dollarBalance < dollars) throw new Refused('NoDollars', [dollarBalance, dollars])
  const outdated = whyOutdated(command, state)
  if (outdated) throw new Refused(outdated.name, outdated.args)
}

/** Refuses ether that is not there, with the lowest fee that any transfer has. */
function assertValue(command: Command, state: SigningState, fees: Fees): void {
  const value = moneyFor(command).ether
  if (value > 0n) assertAffordable({ gas: EMPTY_GAS, value, ...fees }, state)
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
