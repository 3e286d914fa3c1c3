import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import { isSameAddress } from '../../loans/loan.ts'
import { loanBookAbi, loanBookAddress, testDollarAddress } from '../abi.ts'
import { client } from '../node/clients.ts'

/** The dollar of a book. Of our own book no node is asked: its address is made of its dollar's. */
export async function tokenOf(book: Address): Promise<Address> {
  if (isSameAddress(book, loanBookAddress)) return testDollarAddress
  return readContract(client, { address: book, abi: loanBookAbi, functionName: 'token' })
}
