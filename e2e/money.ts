// Test dollars: put there, and counted.
import { type Address, concat, keccak256, pad, toHex } from 'viem'
import { readContract } from 'viem/actions'
import { testDollarAbi } from '../web/chain/abi.ts'
import type { World } from './fixtures.ts'

/** Gives an account exactly so many dollars, by writing them where the token keeps its balances. */
export async function fund(world: World, account: Address, dollars: number): Promise<void> {
  const amount = BigInt(dollars) * 1_000_000n
  // Solady's ERC20 keeps a balance under the hash of the owner and a seed of its own.
  const slot = keccak256(concat([account, pad('0x87a211a2', { size: 12 })]))
  await world.client.setStorageAt({ address: dollarOf(world.chain), index: slot, value: toHex(amount, { size: 32 }) })
  const held = await balanceOf(world, account)
  if (held !== amount) throw new Error(`The account holds ${held} instead of ${dollars} dollars`)
}

export function balanceOf({ client, chain }: World, account: Address): Promise<bigint> {
  return readContract(client, { address: dollarOf(chain), abi: testDollarAbi, functionName: 'balanceOf', args: [account] })
}

function dollarOf(chain: World['chain']): Address {
  if (!chain.deployment) throw new Error('This chain has no contracts')
  return chain.deployment.dollar
}
