import { type Address, concat, encodeFunctionData, type Hex, numberToHex, pad, zeroAddress } from 'viem'
import { loanBookAbi } from '../web/chain/abi.ts'
import { DAY, DOLLAR } from '../web/loans/loan.ts'
import { BLOCK_GAS_LIMIT } from './engine.ts'
import { people } from './people.ts'
import type { Chain } from './start.ts'
import { createChainClient } from './testClient.ts'

type Terms = { principal: bigint; duration: bigint; apr: bigint; note: string }

export const SAMPLE_TERMS: Terms = { principal: 5n * DOLLAR, duration: BigInt(30 * DAY), apr: 900n, note: 'Una de muchas.' }

/** Who publishes all of these: a contract with the code below. */
const REPEATER: Address = '0x00000000000000000000000000000000000c0ffe'

// Hand-written EVM bytecode that makes the same call many times in one transaction. Calldata: the number of calls, the
// target's address, the calldata of each call.
const REPEATER_CODE = concat([
  '0x60403603', // length of the inner calldata
  '0x8060405f37', // copy it to memory
  '0x5f35', // loop counter: calls left
  '0x5b', // JUMPDEST at byte 11
  '0x5f5f835f5f6020355af1', // CALL the target
  '0x9003', // subtract 1 if it succeeded
  '0x80600b57', // JUMPI back while the counter is not 0
  '0x00', // STOP
])

// EDR's memory grows with the gas of one transaction: a batch of 5,000 took 3 GB and was slower.
const BATCH_SIZE = 500
const GAS_EACH = 900_000n

type OnChain = Pick<Chain, 'transport' | 'deployment'>

/** Publishes many identical offers in few transactions: 10,000 take about 4 s. `openDays` of 0: without an end. */
export async function publishMany(chain: OnChain, count: number, terms = SAMPLE_TERMS, openDays = 0): Promise<void> {
  const { dollar, loanBook } = deploymentOn(chain)
  const client = createChainClient(chain.transport)
  const { principal, duration, apr, note } = terms
  const args = [zeroAddress, { principal, duration, apr, instalments: 1n }, note, BigInt(openDays)] as const
  const calldata = encodeFunctionData({ abi: loanBookAbi, functionName: 'createOfferFor', args })
  await client.setTokens(dollar, REPEATER, principal * BigInt(count))
  await client.setAllowance(dollar, REPEATER, loanBook, principal * BigInt(count))
  await repeat(chain, calldata, count)
}

/** Publishes many identical requests, for anyone and without an end. */
export async function askMany(chain: OnChain, count: number, { principal, duration, apr, note } = SAMPLE_TERMS): Promise<void> {
  const args = [zeroAddress, { principal, duration, apr, instalments: 1n }, note, 0n] as const
  await repeat(chain, encodeFunctionData({ abi: loanBookAbi, functionName: 'createRequest', args }), count)
}

async function repeat(chain: OnChain, calldata: Hex, count: number): Promise<void> {
  const { loanBook } = deploymentOn(chain)
  const client = createChainClient(chain.transport)
  await client.setCode({ address: REPEATER, bytecode: REPEATER_CODE })
  await client.setBlockGasLimit({ gasLimit: GAS_EACH * BigInt(BATCH_SIZE) })

  for (let left = count; left > 0; left -= BATCH_SIZE) {
    const times = Math.min(left, BATCH_SIZE)
    const data = concat([numberToHex(times, { size: 32 }), pad(loanBook), calldata])
    await client.sendFrom(people.deployer.address, { to: REPEATER, data, gas: GAS_EACH * BigInt(times) })
  }
  await client.setBlockGasLimit({ gasLimit: BLOCK_GAS_LIMIT })
}

function deploymentOn({ deployment }: OnChain) {
  if (!deployment) throw new Error('There are no contracts on this chain.')
  return deployment
}
