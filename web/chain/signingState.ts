import type { Address, Client, ContractFunctionReturnType } from 'viem'
import { readContract } from 'viem/actions'
import { type Command, isSameLoan, loanOf } from '../loans/command.ts'
import { type loanLensAbi as Abi, loanLensAbi, loanLensAddress } from './abi.ts'
import { decodeLoan } from './decodeLoan.ts'

/** What is compared and filled in before a command is signed, at one block. */
export type SigningState = ContractFunctionReturnType<typeof Abi, 'view', 'signingState'>

/** One eth_call. A command that is not about a loan reads an empty one. */
export function readSigningState(node: Client, book: Address, account: Address, command?: Command): Promise<SigningState> {
  const args = [book, account, (command && loanOf(command)?.id) ?? 0n] as const
  return readContract(node, { address: loanLensAddress, abi: loanLensAbi, functionName: 'signingState', args })
}

/** Neither is compared. */
const NOTHING = { comment: '', record: { taken: 0n, repaid: 0n, repaidLate: 0n, repaidDollars: 0n, offered: 0n } }

/** Whether the chain still has the loan that the person saw under that id. True for a command without a loan. */
export function isAsAgreed(command: Command, { loan }: SigningState): boolean {
  const agreed = loanOf(command)
  if (!agreed) return true
  return loan.status !== 0 && isSameLoan(agreed, decodeLoan({ id: agreed.id, loan, ...NOTHING }).loan)
}
