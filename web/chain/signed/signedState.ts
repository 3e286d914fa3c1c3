import { encodeEventTopics, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { blockMsOf } from '../../chains.ts'
import { DAY } from '../../loans/loan.ts'
import { REQUEST_LINK_DAYS, type Signed, type SignedRequest } from '../../loans/signed.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'
import { inRanges } from '../history/inRanges.ts'
import { readContract } from '../node/calls.ts'
import { client } from '../node/clients.ts'
import { tokenOf } from '../token/tokenOf.ts'
import { nonceOf } from './typedData.ts'

/** `spent`: a request that was funded or voided. */
export type SignedState = 'unused' | 'voided' | 'collected' | 'spent'

/** State of a signature on the chain. Whether its end has passed is not asked. */
export async function fetchSignedState(signed: Signed): Promise<SignedState> {
  const [isSpent, isCollected] = await Promise.all([isNumberSpent(signed), isPaid(signed)])
  if (isCollected) return 'collected'
  if (!isSpent) return 'unused'
  return signed.kind === 'payment' ? 'voided' : 'spent'
}

function isNumberSpent({ book, borrower, number }: Signed): Promise<boolean> {
  return readContract(client, { address: book, abi: loanBookAbi, functionName: 'isSpent', args: [borrower, number] })
}

/** Whether the token has made this payment. */
async function isPaid(signed: Signed): Promise<boolean> {
  if (signed.kind === 'request') return false
  const args = [signed.borrower, nonceOf(signed)] as const
  return readContract(client, {
    address: await tokenOf(signed.book),
    abi: testDollarAbi,
    functionName: 'authorizationState',
    args,
  })
}

/** No request that still counts was signed earlier. */
const SEARCHED_MS = Math.max(...REQUEST_LINK_DAYS) * DAY * 1_000

/** Whether a request whose number is spent was funded; otherwise it was voided. */
export async function wasFunded({ book, chainId, borrower, number }: SignedRequest, signal: AbortSignal): Promise<boolean> {
  const latest = await getBlockNumber(client)
  const topics = encodeEventTopics({ abi: loanBookAbi, eventName: 'RequestSigned', args: { borrower, number } })
  const read = async (from: bigint, to: bigint) => {
    const filter = { address: book, topics: [...topics], fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    return (await client.request({ method: 'eth_getLogs', params: [filter as never] })).length > 0
  }
  const searched = BigInt(Math.ceil(SEARCHED_MS / blockMsOf(chainId)))
  const from = latest > searched ? latest - searched : 0n
  for await (const { found } of inRanges({ from, to: latest, first: 'newest', isSparse: true, read, signal })) {
    if (found) return true
  }
  return false
}
