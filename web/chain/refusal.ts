import { type Abi, BaseError, type ContractErrorName, decodeErrorResult, type Hex, RpcRequestError } from 'viem'
import { loanBookAbi, testDollarAbi } from './abi.ts'

const errorsAbi = [...loanBookAbi, ...testDollarAbi] as const

/** Every way in which a command can fail, by name. */
export type RefusalName =
  | ContractErrorName<typeof errorsAbi>
  /** Reverted without data, or with an error that is not in our ABI. */
  | 'Reverted'
  | 'Panic'
  | 'NoEtherForFee'
  | 'NoDollars'
  | 'NoNetwork'
  | 'NoContract'
  | 'WrongChain'
  | 'FeeTooHigh'
  | 'RefusedByNode'
  /** A node rejected the signed transaction; another one may have accepted it. */
  | 'NotTaken'
  | 'AlreadyMined'
  | 'SignedOtherwise'
  | 'NotKept'
  | 'Busy'
  | 'BusyElsewhere'
  | 'LoanChanged'
  /** The fee, its argument in wei, is more than a quarter above the one that was shown. */
  | 'FeeRose'
  /** Signed over an hour ago, and no node knows it. */
  | 'TooOld'
  /** The device's clock is far behind the chain's. */
  | 'ClockOff'
  | 'PermitLapsed'

export type Refusal = { name: RefusalName; args: readonly unknown[] }

/** Why a command was not carried out. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal

  constructor(name: RefusalName, args: readonly unknown[] = [], cause?: unknown) {
    super(name, { cause })
    this.refusal = { name, args }
  }
}

// Not caused by the command itself.
const TRANSIENT: readonly RefusalName[] = [
  'NoNetwork',
  'FeeTooHigh',
  'FeeRose',
  'NotKept',
  'RefusedByNode',
  'WrongChain',
  'Busy',
  'BusyElsewhere',
]

/** Whether the same command may succeed when it is simply retried. */
export function isTransient({ name }: Refusal): boolean {
  return TRANSIENT.includes(name)
}

/** The fee that was not the one shown, if that is why. */
export function risenFee({ name, args: [fee] }: Refusal): bigint | undefined {
  return name === 'FeeRose' && typeof fee === 'bigint' ? fee : undefined
}

/** Any error as a Refused. */
export function asRefused(error: unknown): Refused {
  const { name, args } = refusalOf(error)
  return new Refused(name, args, error)
}

/** Why a request to a node failed. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal
  const data = revertData(error)
  if (data !== undefined) return decodeRevert(data)
  if (error instanceof BaseError && error.walk(isRpcError)) {
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

/** The revert data; nodes put it at different depths of the chain of causes. */
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

function isRpcError(cause: unknown): boolean {
  return cause instanceof RpcRequestError
}

function plain(name: RefusalName): Refusal {
  return { name, args: [] }
}
