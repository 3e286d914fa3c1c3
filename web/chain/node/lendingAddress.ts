import type { Address } from 'viem'
import { getChainId, getCode } from 'viem/actions'
import { config } from '../../config.ts'
import { loanBookAddress } from '../abi.ts'
import { client } from './clients.ts'

/** Asked once: code stays where it is. */
let isDeployed = false

/** The lending contract: from the setting, else the address that it has on every chain, if it is deployed on this one. */
export async function lendingAddress(): Promise<Address | undefined> {
  if (config.lendingAddress) return config.lendingAddress
  isDeployed ||= (await getCode(client, { address: loanBookAddress })) !== undefined
  if (isDeployed) return loanBookAddress
  const chainId = await getChainId(client)
  // A node of another chain has no say in whether there is a contract.
  if (!config.chainIds.includes(chainId)) throw new Error(`The node is of chain ${chainId}`)
  return undefined
}
