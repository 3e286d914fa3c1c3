import { type Abi, BaseError, type ContractErrorName, decodeErrorResult, type Hex, parseAbi, RpcRequestError } from 'viem'
import { loanBookAbi, testDollarAbi } from './abi.ts'

// Libraries of the contracts revert with these, and are not in what the compiler lists.
const libraryAbi = parseAbi(['error TransferFailed()', 'error TransferFromFailed()', 'error Overflow()'])

const errorsAbi = [...loanBookAbi, ...testDollarAbi, ...libraryAbi] as const

/** Every way in which a command can fail, by name. */
export type RefusalName =
  | ContractErrorName<typeof errorsAbi>
  /** Reverted without a word, or with one that nobody knows. */
  | 'Reverted'
  | 'Panic'
  | 'NoEtherForFee'
  | 'NoDollars'
  | 'NoNetwork'
  | 'NoContract'
  | 'WrongChain'
  | 'FeeTooHigh'
  | 'RefusedByNode'
  /** A node did not take what was signed; another one may have. */
  | 'NotTaken'
  | 'AlreadyMined'
  | 'SignedOtherwise'
  | 'NotKept'
  | 'Busy'
  | 'BusyElsewhere'
  | 'LoanChanged'
  | 'PermitLapsed'

export type Refusal = { name: RefusalName; args: readonly unknown[] }

/** A command that was not carried out, and why. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal

  constructor(name: RefusalName, args: readonly unknown[] = [], cause?: unknown) {
    super(name, { cause })
    this.refusal = { name, args }
  }
}

// What has nothing to do with the command itself.
const PASSING: readonly RefusalName[] = [
  'NoNetwork',
  'FeeTooHigh',
  'NotKept',
  'RefusedByNode',
  'WrongChain',
  'Busy',
  'BusyElsewhere',
]

/** Whether the same may be tried again without anything else being done about it. */
export function mayPass({ name }: Refusal): boolean {
  return PASSING.includes(name)
}

/** Whatever went wrong, as a refusal with a name. */
export function asRefused(error: unknown): Refused {
  const { name, args } = refusalOf(error)
  return new Refused(name, args, error)
}

/** Why a request to a node failed. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal
  const data = revertData(error)
  if (data !== undefined) return decodeRevert(data)
  if (error instanceof BaseError && error.walk(isAnswerOfNode)) {
    return /revert/i.test(error.details) ? plain('Reverted') : plain('RefusedByNode')
  }
  return plain('NoNetwork')
}

function decodeRevert(data: Hex): Refusal {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errorsAbi as Abi, data })
    if (errorName === 'Error') return plain('Reverted')
    return { name: errorName as RefusalName, args: args as readonly unknown[] }
  } catch {
    return plain('Reverted')
  }
}

/** What the contract said as it refused, wherever in the chain of causes the node put it. */
function revertData(error: unknown): Hex | undefined {
  if (!(error instanceof BaseError)) return undefined
  const holder = error.walk((cause) => typeof dataIn(cause) === 'string')
  return dataIn(holder)
}

function dataIn(error: unknown): Hex | undefined {
  const data: unknown = error instanceof Error && 'data' in error ? error.data : undefined
  const text = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return typeof text === 'string' && /^0x([0-9a-f]{2})*$/i.test(text) ? (text as Hex) : undefined
}

function isAnswerOfNode(cause: unknown): boolean {
  return cause instanceof RpcRequestError
}

function plain(name: RefusalName): Refusal {
  return { name, args: [] }
}
