import type { Address } from 'viem'
import { getChainId } from 'viem/actions'
import { config } from '../config.ts'
import { client } from './clients.ts'

// One file per chain id, written by `npm run deploy`.
const recorded = import.meta.glob<{ loanBook: Address }>('../../deployments/*.json', { eager: true, import: 'default' })

/** The lending contract: from the setting, else from the record of the node's chain. */
export async function lendingAddress(): Promise<Address | undefined> {
  if (config.lendingAddress || Object.keys(recorded).length === 0) return config.lendingAddress
  const chainId = await getChainId(client)
  // A node of another chain has no say in whether there is a contract.
  if (!config.chainIds.includes(chainId)) throw new Error(`The node is of chain ${chainId}`)
  return recorded[`../../deployments/${chainId}.json`]?.loanBook
}
