import type { Address } from 'viem'
import { isSameAddress } from '../../loans/loan.ts'
import { loanBookAbi, loanBookAddress, testDollarAddress } from '../abi.ts'
import { readContract } from '../node/calls.ts'
import { client } from '../node/clients.ts'

/** The dollar of our own book, whose address is made of it: not even the only node can name another one. */
export function pinnedToken(book: Address): Address | undefined {
  return isSameAddress(book, loanBookAddress) ? testDollarAddress : undefined
}

/** The dollar of a book. */
export async function tokenOf(book: Address): Promise<Address> {
  return pinnedToken(book) ?? readContract(client, { address: book, abi: loanBookAbi, functionName: 'token' })
}
