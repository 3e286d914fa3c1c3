import { type Address, concat, encodeFunctionData, type Hash, numberToHex, pad } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { loanBookAbi } from '../web/chain/abi.ts'
import { people } from './people.ts'
import type { Chain } from './start.ts'
import { createChainClient } from './testClient.ts'

type Terms = { principal: bigint; duration: bigint; apr: bigint; note: string }

/** The lender of all that the crowd offers. */
const CROWD: Address = '0x00000000000000000000000000000000000c0ffe'

// Calls one contract with the same words again and again. What it is sent: how often, which contract, the words.
const REPEATER = concat([
  '0x60403603', // how long the words are
  '0x8060405f37', // the words into memory
  '0x5f35', // how often is left
  '0x5b', // byte 11, where each round begins
  '0x5f5f835f5f6020355af1', // the call
  '0x9003', // one less, if it succeeded
  '0x80600b57', // the next round, until none is left
  '0x00',
])

// EDR's memory grows with the gas of one transaction: 5,000 at once took 3 GB, and were slower.
const AT_ONCE = 500
const GAS_PER_OFFER = 400_000n
const USUAL_GAS_LIMIT = 30_000_000n

/** Publishes any number of equal offers: ten thousand take some four seconds. */
export async function publishMany(
  { transport, deployment }: Pick<Chain, 'transport' | 'deployment'>,
  count: number,
  terms: Terms,
): Promise<void> {
  if (!deployment) throw new Error('There are no contracts on this chain.')
  const { dollar, loanBook } = deployment
  const client = createChainClient(transport)

  const { principal, duration, apr, note } = terms
  const args = [principal, duration, apr, note] as const
  const words = encodeFunctionData({ abi: loanBookAbi, functionName: 'createOffer', args })
  await client.setCode({ address: CROWD, bytecode: REPEATER })
  await client.setTokens(dollar, CROWD, principal * BigInt(count))
  await client.setAllowance(dollar, CROWD, loanBook, principal * BigInt(count))
  await client.setBlockGasLimit({ gasLimit: GAS_PER_OFFER * BigInt(AT_ONCE) })

  for (let left = count; left > 0; left -= AT_ONCE) {
    const times = Math.min(left, AT_ONCE)
    const gas = numberToHex(GAS_PER_OFFER * BigInt(times))
    const data = concat([numberToHex(times, { size: 32 }), pad(loanBook), words])
    const transaction = { from: people.deployer.address, to: CROWD, gas, data }
    const hash: Hash = await client.request({ method: 'eth_sendTransaction' as never, params: [transaction] as never })
    const { status } = await getTransactionReceipt(client, { hash })
    if (status === 'reverted') throw new Error('The book did not take these offers.')
  }
  await client.setBlockGasLimit({ gasLimit: USUAL_GAS_LIMIT })
}
