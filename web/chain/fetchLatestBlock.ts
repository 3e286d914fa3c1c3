import { isHash } from 'viem'
import { getBlock } from 'viem/actions'
import { client } from './clients.ts'
import { decodeNumber } from './decodeLoan.ts'

export type LatestBlock = { number: bigint; hash: string }

export async function fetchLatestBlock(): Promise<LatestBlock> {
  const { number, hash } = await getBlock(client, { blockTag: 'latest' })
  if (!isHash(hash)) throw new Error(`The newest block has hash ${hash}`)
  return { number: decodeNumber.blockNumber(number), hash }
}
