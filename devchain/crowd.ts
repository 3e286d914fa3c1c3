import { type Address, concat, createClient, encodeFunctionData, type Hash, http, numberToHex, pad } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { loanBookAbi } from '../web/chain/abi.ts'
import type { Deployment } from './deploy.ts'
import { people } from './people.ts'

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

const AT_ONCE = 5_000
const GAS_PER_OFFER = 400_000n
const USUAL_GAS_LIMIT = 30_000_000n

/** Publishes any number of equal offers: a hundred thousand take some twenty seconds. */
export async function publishMany(rpcUrl: string, { dollar, loanBook }: Deployment, count: number, terms: Terms): Promise<void> {
  const client = createClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 60_000 }) })
  const ask = (method: string, ...params: unknown[]) =>
    client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({ method, params })

  const { principal, duration, apr, note } = terms
  const args = [principal, duration, apr, note] as const
  const words = encodeFunctionData({ abi: loanBookAbi, functionName: 'createOffer', args })
  await ask('anvil_setCode', CROWD, REPEATER)
  await ask('anvil_dealERC20', CROWD, dollar, numberToHex(principal * BigInt(count)))
  await ask('anvil_setERC20Allowance', CROWD, loanBook, dollar, numberToHex(principal * BigInt(count)))
  await ask('evm_setBlockGasLimit', numberToHex(GAS_PER_OFFER * BigInt(AT_ONCE)))

  for (let left = count; left > 0; left -= AT_ONCE) {
    const times = Math.min(left, AT_ONCE)
    const gas = numberToHex(GAS_PER_OFFER * BigInt(times))
    const data = concat([numberToHex(times, { size: 32 }), pad(loanBook), words])
    const hash = await ask('eth_sendTransaction', { from: people.deployer.address, to: CROWD, gas, data })
    await mined(hash as Hash)
  }
  await ask('evm_setBlockGasLimit', numberToHex(USUAL_GAS_LIMIT))

  async function mined(hash: Hash) {
    for (;;) {
      const receipt = await getTransactionReceipt(client, { hash }).catch(() => undefined)
      if (receipt?.status === 'reverted') throw new Error('The book did not take these offers.')
      if (receipt) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
