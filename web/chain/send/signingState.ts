import type { Address, Client, ContractFunctionReturnType } from 'viem'
import { type Command, loanOf, partsOf, sideTaken } from '../../commands/command.ts'
import { whatBecameOf } from '../../commands/whatBecameOf.ts'
import type { Dollars, Wei } from '../../loans/units.ts'
import { type loanLensAbi as Abi, loanLensAbi, loanLensAddress } from '../abi.ts'
import { readContract } from '../node/calls.ts'
import { decodeLoan, decodeNumber, EMPTY_RAW_RECORD } from '../read/decodeLoan.ts'
import type { Refusal } from './refusal.ts'

/** As the lens returns it for one loan. */
export type StateOnChain = ContractFunctionReturnType<typeof Abi, 'view', 'signingState'> & {
  ethBalance: Wei
  dollarBalance: Dollars
}

/** Figures that are compared and filled in before a command is signed, at one block. */
export type SigningState = Omit<StateOnChain, 'loan'> & {
  /** Why the command must not be signed or sent any more, by the loans that the chain has. */
  outdated: Refusal | undefined
}

/** One eth_call for each part of the command. The figures are those of the first. */
export async function readSigningState(node: Client, book: Address, account: Address, command: Command): Promise<SigningState> {
  const read = async (part: Command) => {
    const state = await readOne(node, book, account, part)
    return { ...state, outdated: whyOutdated(part, state) }
  }
  const [first, ...rest] = partsOf(command)
  const [state, ...others] = await Promise.all([read(first), ...rest.map(read)])
  return { ...state, outdated: [state, ...others].find(({ outdated }) => outdated)?.outdated }
}

/** A command that is not about a loan reads an empty one. */
async function readOne(node: Client, book: Address, account: Address, command: Command): Promise<StateOnChain> {
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

function whyOutdated(command: Command, { loan, timestamp }: StateOnChain): Refusal | undefined {
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
