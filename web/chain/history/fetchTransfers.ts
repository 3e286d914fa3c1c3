import { type Address, formatLog, isAddressEqual, numberToHex, pad, parseEventLogs, toEventSelector } from 'viem'
import type { Dollars } from '../../loans/units.ts'
import { testDollarAbi } from '../abi.ts'
import { client } from '../node/clients.ts'

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

type Transfers = { token: Address; from: Address; to?: Address | undefined }

export type Transfer = { from: Address; to: Address; amount: Dollars }

/** Dollars that an account sent, to one person or to anybody, in a stretch of blocks; oldest first. Others that a node gives are dropped. */
export async function fetchTransfers({ token, from, to }: Transfers, low: bigint, high: bigint): Promise<Transfer[]> {
  const topics = [TRANSFER, pad(from), to ? pad(to) : null]
  const filter = { address: token, topics, fromBlock: numberToHex(low), toBlock: numberToHex(high) }
  const logs = await client.request({ method: 'eth_getLogs', params: [filter] })
  const events = parseEventLogs({ abi: testDollarAbi, eventName: 'Transfer', logs: logs.map((log) => formatLog(log)) })
  return events.flatMap(({ address, args, blockNumber, removed }) => {
    const isInRange = blockNumber !== null && blockNumber >= low && blockNumber <= high && !removed
    const isWanted = isAddressEqual(args.from, from) && (!to || isAddressEqual(args.to, to))
    return isInRange && isWanted && isAddressEqual(address, token) ? [args] : []
  })
}
