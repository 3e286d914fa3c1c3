import type { Address, Client, ContractFunctionReturnType } from 'viem'
import { type Command, loanOf, sideTaken } from '../../commands/command.ts'
import { whatBecameOf } from '../../commands/whatBecameOf.ts'
import type { Dollars, Wei } from '../../loans/units.ts'
import { type loanLensAbi as Abi, loanLensAbi, loanLensAddress } from '../abi.ts'
import { readContract } from '../node/calls.ts'
import { decodeLoan, decodeNumber, EMPTY_RAW_RECORD } from '../read/decodeLoan.ts'
import type { Refusal } from './refusal.ts'

/** Figures that are compared and filled in before a command is signed, at one block. */
export type SigningState = ContractFunctionReturnType<typeof Abi, 'view', 'signingState'> & {
  ethBalance: Wei
  dollarBalance: Dollars
}

/** One eth_call. A command that is not about a loan reads an empty one. */
export async function readSigningState(node: Client, book: Address, account: Address, command: Command): Promise<SigningState> {
  const args = [book, account, loanOf(command)?.id ?? 0n] as const
  const state = await readContract(node, { address: loanLensAddress, abi: loanLensAbi, functionName: 'signingState', args })
  decodeNumber.blockNumber(state.blockNumber)
  decodeNumber.timestamp(state.timestamp)
  return state
}

/** Neither is compared. */
const NOTHING = { comment: '', record: EMPTY_RAW_RECORD }

/** The contract's error for a loan that is not in this status any more. */
const NOT_IN = { open: 'OfferNotOpen', requested: 'RequestNotOpen', active: 'LoanNotActive' } as const

/** Why a command must not be signed or sent any more, by the loan that the chain has under its id. */
export function whyOutdated(command: Command, { loan, timestamp }: SigningState): Refusal | undefined {
  const agreed = loanOf(command)
  if (!agreed) return undefined
  const found = loan.status === 0 ? undefined : decodeLoan({ id: agreed.id, loan, ...NOTHING }).loan
  const change = whatBecameOf(command, found)
  if (change === 'another') return { name: 'LoanChanged', args: [] }
  if (change === 'noted') return { name: 'TermsChanged', args: [agreed.id] }
  const hasExpired = sideTaken(command) && loan.openUntil !== 0n && timestamp > loan.openUntil
  if (change === 'same') return hasExpired ? { name: 'Expired', args: [agreed.id] } : undefined
  return { name: NOT_IN[agreed.status], args: [agreed.id, loan.status] }
}
