import { type Address, numberToHex } from 'viem'
import { getChainId } from 'viem/actions'
import { config } from '../config.ts'
import { client } from './clients.ts'
import { asRefused, Refused } from './refusal.ts'

/** The embedded chain. That its nodes are on this very machine is what lets the settings have it at all. */
const LOCAL = 31337

/** Adds to what an account has: on the embedded chain, and nowhere else. */
export async function addTestEther(account: Address, wei: bigint): Promise<void> {
  try {
    if (!config.chainIds.includes(LOCAL) || (await getChainId(client)) !== LOCAL) throw new Refused('WrongChain')
    await client.request<{ Method: 'anvil_addBalance'; Parameters: [Address, string]; ReturnType: null }>({
      method: 'anvil_addBalance',
      params: [account, numberToHex(wei)],
    })
  } catch (error) {
    throw asRefused(error)
  }
}
