// Balances of test dollars.
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { TestClient } from '../../devchain/testClient.ts'
import { testDollarAbi } from '../../web/chain/abi.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { deploymentOf, type World as Others } from './others.ts'

type World = Others & { client: TestClient }

/** Sets the balance of an account. */
export async function fund(world: World, account: Address, dollars: number): Promise<void> {
  await world.client.setTokens(deploymentOf(world).dollar, account, BigInt(dollars) * DOLLAR)
}

export function balanceOf(world: World, account: Address): Promise<bigint> {
  const { dollar } = deploymentOf(world)
  return readContract(world.client, { address: dollar, abi: testDollarAbi, functionName: 'balanceOf', args: [account] })
}
