import { getBlock } from 'viem/actions'
import { networkOf } from '../chains.ts'
import { client } from './clients.ts'

/**
 * The hash of the first block, which tells chains with the same id apart, such as a local one before and after a reset. Known
 * for public networks; a node is asked on the local one alone.
 */
export async function genesisOf(chainId: number): Promise<string> {
  return networkOf(chainId)?.genesis ?? (await getBlock(client, { blockNumber: 0n })).hash
}
