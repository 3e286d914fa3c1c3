import type { Address } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { loanBookAbi } from './abi.ts'
import { client } from './clients.ts'

/** What is to be known of an address before something is sent there: whether it has code, and which address the token has. */
export type Recipient = { isContract: boolean; token: Address }

/** EIP-7702: the code of a person's account that acts through a contract. */
const DELEGATED = '0xef0100'

export async function fetchRecipient(book: Address, address: Address): Promise<Recipient> {
  const [code = '0x', token] = await Promise.all([
    getCode(client, { address }),
    readContract(client, { address: book, abi: loanBookAbi, functionName: 'token' }),
  ])
  return { isContract: code !== '0x' && !code.toLowerCase().startsWith(DELEGATED), token }
}
