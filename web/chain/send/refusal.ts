import {
  type Abi,
  BaseError,
  type ContractErrorName,
  decodeErrorResult,
  type Hex,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem'
import type { Wei } from '../../loans/units.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'

const errorsAbi = [...loanBookAbi, ...testDollarAbi] as const

/** Those that are not errors of the contracts. */
const OWN_NAMES = [
  /** Reverted without data, or with an error that is not in our ABI. */
  'Reverted',
  'Panic',
  'NoEtherForFee',
  'NoDollars',
  /** The account's ether, and what amount and fee take together, both in wei. */
  'NoEther',
  'NoNetwork',
  'NoContract',
  'WrongChain',
  'FeeTooHigh',
  'RefusedByNode',
  /** A node rejected the signed transaction; another one may have accepted it. */
  'NotTaken',
  'AlreadyMined',
  'SignedOtherwise',
  'NotKept',
  /** The stored text cannot be unsealed or decoded. */
  'OutboxDamaged',
  /** Transactions were stored here, and the browser lost every copy. */
  'OutboxLost',
  /** A later version of the app stored it. */
  'OutboxNewer',
  /** The browser's storage does not answer. */
  'OutboxUnreadable',
  'Busy',
  'BusyElsewhere',
  'LoanChanged',
  /** The network does not take the transaction for the agreed fee. The argument is the fee to agree to, in wei. */
  'FeeRose',
  /** Nodes say different things of the account, the loan or the dollar. Its arguments are their hosts. */
  'NodesDisagree',
  /** A nonce before this transaction's is free, so it cannot be mined. */
  'NonceGap',
  /** A node names another dollar than the one that the contract's address is made of. */
  'FalseToken',
  /** It was signed for another contract than the app's of today. */
  'OtherBook',
  /** Signed over an hour ago, or taken for failed, and no node knows it. */
  'TooOld',
  /** The device's clock is far behind the chain's. */
  'ClockOff',
  'PermitLapsed',
  /** The token's EIP-712 domain is not the one that its name and version make. */
  'UnknownDomain',
  /** The loan to be paid is somebody else's. */
  'NotYourDebt',
  /** The token, its argument, gives no test dollars. */
  'NoFaucet',
  /** The token cannot make payments that its owner only signed (EIP-3009). */
  'NoPaymentsByLink',
  /** A transfer to there is lost, or has not moved at all. */
  'ToNobody',
  'ToMyself',
  'ToBook',
  'ToToken',
  /** A contract that takes no ether. */
  'RecipientRefuses',
  /** A bug, a script that could not be loaded, or an answer that makes no sense. */
  'Unexpected',
] as const

/** Every way in which a command can fail, by name. */
export type RefusalName = ContractErrorName<typeof errorsAbi> | (typeof OWN_NAMES)[number]

export type Refusal = { name: RefusalName; args: readonly unknown[] }

/** Why the signed transactions on this device cannot be read. */
const OUTBOX_TROUBLES = ['OutboxDamaged', 'OutboxLost', 'OutboxNewer', 'OutboxUnreadable'] as const satisfies RefusalName[]

export type OutboxTrouble = (typeof OUTBOX_TROUBLES)[number]

/** Whether the user can go on without what was stored. */
export function isUnusableOutbox(name: RefusalName): boolean {
  return name === 'OutboxDamaged' || name === 'OutboxLost'
}

export function outboxTroubleIn({ name }: Refusal): OutboxTrouble | undefined {
  return OUTBOX_TROUBLES.find((trouble) => trouble === name)
}

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
  'NodesDisagree',
  'NotKept',
  'RefusedByNode',
  'Unexpected',
  'WrongChain',
  'Busy',
  'BusyElsewhere',
  // Of somebody else, who signed a payment: one's own dollars are counted before.
  'InsufficientBalance',
]

/** Whether the same command may succeed when it is simply retried. */
export function isTransient({ name }: Refusal): boolean {
  return TRANSIENT.includes(name)
}

/** Whether a contract said no, rather than a node or the network. */
export function isRevert({ name }: Refusal): boolean {
  return name !== 'NoNetwork' && name !== 'RefusedByNode' && name !== 'Unexpected'
}

/** The fee to agree to first, if that is why. */
export function feeToAgree({ name, args: [fee] }: Refusal): Wei | undefined {
  return name === 'FeeRose' && typeof fee === 'bigint' ? fee : undefined
}

/** Any error as a Refused. */
export function asRefused(error: unknown): Refused {
  const { name, args } = refusalOf(error)
  return new Refused(name, args, error)
}

/** Whether a value from outside is a refusal that can be put into words: a known name, with the arguments of its error. */
export function isRefusal(value: unknown): value is Refusal {
  if (typeof value !== 'object' || value === null || !('name' in value && 'args' in value && Array.isArray(value.args)))
    return false
  const { name, args } = value
  const error = errorsAbi.find((item) => item.type === 'error' && item.name === name)
  if (!error) return OWN_NAMES.some((own) => own === name)
  const isOfType = (type: string, arg: unknown) =>
    type.startsWith('uint') ? typeof arg === 'bigint' || typeof arg === 'number' : typeof arg === 'string'
  return error.inputs.length === args.length && error.inputs.every(({ type }, index) => isOfType(type, args[index]))
}

/** Why a command failed, from whatever was thrown. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal
  const data = revertData(error)
  if (data !== undefined) return decodeRevert(data)
  if (error instanceof BaseError && error.walk(isRpcError)) {
    return /revert|out of gas/i.test(error.details) ? plain('Reverted') : plain('RefusedByNode')
  }
  return isNetworkError(error) ? plain('NoNetwork') : plain('Unexpected')
}

function decodeRevert(data: Hex): Refusal {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errorsAbi as Abi, data })
    if (errorName === 'Error') return plain(nameOf(String(args[0])))
    return { name: errorName as RefusalName, args: args as readonly unknown[] }
  } catch {
    return plain('Reverted')
  }
}

/** Circle's dollar gives its reasons in words. */
const IN_WORDS: readonly [words: string, RefusalName][] = [
  ['authorization is used', 'AuthorizationSpent'],
  ['authorization is expired', 'AuthorizationExpired'],
  ['invalid signature', 'InvalidAuthorization'],
  ['exceeds balance', 'InsufficientBalance'],
]

function nameOf(reason: string): RefusalName {
  return IN_WORDS.find(([words]) => reason.includes(words))?.[1] ?? 'Reverted'
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

/** No answer, or none that is JSON-RPC. */
function isNetworkError(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    Boolean(error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError))
  )
}

function isRpcError(cause: unknown): boolean {
  return cause instanceof RpcRequestError
}

function plain(name: RefusalName): Refusal {
  return { name, args: [] }
}
