import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import { type Command, isSameLoan, loanOf } from '../loans/command.ts'
import { loanBookAbi } from './abi.ts'
import { client } from './clients.ts'
import { decodeLoan } from './decodeLoan.ts'

/** Neither is compared. */
const NOTHING = { comment: '', record: { taken: 0n, repaid: 0n, repaidLate: 0n, repaidDollars: 0n, offered: 0n } }

/** Whether the chain still has the loan that the person saw under that id. True for a command without a loan. */
export async function isAsAgreed(command: Command, book: Address): Promise<boolean> {
  const agreed = loanOf(command)
  if (!agreed) return true
  const loan = await readContract(client, { address: book, abi: loanBookAbi, functionName: 'summaryOf', args: [agreed.id] })
  return loan.status !== 0 && isSameLoan(agreed, decodeLoan({ id: agreed.id, loan, ...NOTHING }).loan)
}
