import { getBlock } from 'viem/actions'
import { client } from './clients.ts'

export type LatestBlock = { number: bigint; hash: string }

export async function fetchLatestBlock(): Promise<LatestBlock> {
  const { number, hash } = await getBlock(client, { blockTag: 'latest' })
  return { number, hash }
}
