// Test dollars: put there, and counted.
import { type Address, numberToHex } from 'viem'
import { readContract } from 'viem/actions'
import { testDollarAbi } from '../web/chain/abi.ts'
import { DOLLAR } from '../web/loans/loan.ts'
import type { World } from './fixtures.ts'
import { deploymentOf } from './others.ts'

/** Gives an account exactly so many dollars. */
export async function fund(world: World, account: Address, dollars: number): Promise<void> {
  const params = [account, deploymentOf(world).dollar, numberToHex(BigInt(dollars) * DOLLAR)]
  await world.client.request({ method: 'anvil_dealERC20' as never, params: params as never })
}

export function balanceOf(world: World, account: Address): Promise<bigint> {
  const { dollar } = deploymentOf(world)
  return readContract(world.client, { address: dollar, abi: testDollarAbi, functionName: 'balanceOf', args: [account] })
}
