import { getBlock } from 'viem/actions'
import { networkOf } from '../../chains.ts'
import { client } from './clients.ts'

let asking: Promise<string> | undefined
/** The last answer of the node. */
let answered: string | undefined

/**
 * The hash of the first block, which tells chains with the same id apart, such as a local one before and after a reset. Known
 * for public networks; a node is asked on the local one alone.
 */
export async function genesisOf(chainId: number): Promise<string> {
  return networkOf(chainId)?.genesis ?? ask()
}

/** The same, without asking again what was asked since the page was loaded. */
export async function recentGenesisOf(chainId: number): Promise<string> {
  return networkOf(chainId)?.genesis ?? answered ?? ask()
}

/** Who asks meanwhile shares the answer. */
function ask(): Promise<string> {
  asking ??= getBlock(client, { blockNumber: 0n })
    .then(({ hash }) => {
      answered = hash
      return hash
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}
