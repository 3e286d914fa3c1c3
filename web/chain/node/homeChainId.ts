import { networks } from '../../chains.ts'
import { config } from '../../config.ts'

/** The chain that the app was built for. Which one a node is of is known only once a contract on it was read. */
export const homeChainId = config.chainIds[0] ?? networks.sepolia.id
