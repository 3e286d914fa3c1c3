import { type Address, numberToHex } from 'viem'
import { getChainId } from 'viem/actions'
import { networks } from '../../chains.ts'
import { config } from '../../config.ts'
import type { Wei } from '../../loans/units.ts'
import { asRefused, Refused } from '../send/refusal.ts'
import { client } from './clients.ts'

/** Adds ether to an account's balance. Works on the embedded chain only. */
export async function addTestEther(account: Address, wei: Wei): Promise<void> {
  try {
    const { id } = networks.local
    if (!config.chainIds.includes(id) || (await getChainId(client)) !== id) throw new Refused('WrongChain')
    await client.request<{ Method: 'anvil_addBalance'; Parameters: [Address, string]; ReturnType: null }>({
      method: 'anvil_addBalance',
      params: [account, numberToHex(wei)],
    })
  } catch (error) {
    throw asRefused(error)
  }
}
