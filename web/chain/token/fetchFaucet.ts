import type { Address } from 'viem'
import { testDollarAbi } from '../abi.ts'
import { readContract } from '../node/calls.ts'
import { client } from '../node/clients.ts'
import { orNone } from './orNone.ts'
import { tokenOf } from './tokenOf.ts'

/** The token of a book, and whether it gives test dollars to whoever asks. */
export async function fetchFaucet(book: Address): Promise<{ token: Address; isThere: boolean }> {
  const token = await tokenOf(book)
  return { token, isThere: await hasFaucet(token) }
}

/** By the amount that it gives: a token without one may take any call. */
export async function hasFaucet(token: Address): Promise<boolean> {
  return ((await orNone(readContract(client, { address: token, abi: testDollarAbi, functionName: 'DRAW' }))) ?? 0n) > 0n
}
