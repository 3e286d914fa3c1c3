import type { Address } from 'viem'
import { getChainId } from 'viem/actions'
import { config } from '../config.ts'
import { client } from './clients.ts'

// One file per chain id, written by `npm run deploy`.
const recorded = import.meta.glob<{ loanBook: Address }>('../../deployments/*.json', { eager: true, import: 'default' })

/** The lending contract: from the setting, else from the record of the node's chain. */
export async function lendingAddress(): Promise<Address | undefined> {
  if (config.lendingAddress || Object.keys(recorded).length === 0) return config.lendingAddress
  return recorded[`../../deployments/${await getChainId(client)}.json`]?.loanBook
}
