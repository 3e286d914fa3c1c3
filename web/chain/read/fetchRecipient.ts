import type { Address } from 'viem'
import { getCode } from 'viem/actions'
import { isDust } from '../../loans/transfer.ts'
import type { Dollars } from '../../loans/units.ts'
import { fetchTransfers } from '../history/fetchTransfers.ts'
import { inRanges } from '../history/inRanges.ts'
import { client } from '../node/clients.ts'
import { tokenOf } from '../token/tokenOf.ts'

/** Facts to check before sending to an address: whether it is a contract, and the token's own address. */
export type Recipient = { isContract: boolean; token: Address }

/** EIP-7702: the code of a person's account that acts through a contract. */
const DELEGATED = '0xef0100'

export async function fetchRecipient(book: Address, address: Address): Promise<Recipient> {
  const [code = '0x', token] = await Promise.all([getCode(client, { address }), tokenOf(book)])
  return { isContract: code !== '0x' && !code.toLowerCase().startsWith(DELEGATED), token }
}

/** How far back, and in how many answers of a node: nobody waits for it. */
const SEARCHED_BLOCKS = 50_000n
const MAX_RANGES = 10

/** The last dollars that came from a person to me; less than a cent does not count. Null: none were found. */
export async function fetchLastFrom(
  person: Address,
  { me, token, blockNumber }: { me: Address; token: Address; blockNumber: bigint },
  signal: AbortSignal,
): Promise<Dollars | null> {
  const read = async (from: bigint, to: bigint) => {
    const found = await fetchTransfers({ token, from: person, to: me }, from, to)
    return found.filter(({ amount }) => !isDust(amount)).at(-1)
  }
  const oldest = blockNumber > SEARCHED_BLOCKS ? blockNumber - SEARCHED_BLOCKS : 0n
  let count = 0
  for await (const { found } of inRanges({ from: oldest, to: blockNumber, first: 'newest', read, signal })) {
    if (found) return found.amount
    if (++count === MAX_RANGES) break
  }
  return null
}
