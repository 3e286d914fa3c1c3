import { defaultNetwork, type Network, publicNetworks } from '../../chains.ts'
import { type Config, config, parsed } from '../../config.ts'

/**
 * The chain that the build is for, from the hosts of its nodes: one that a row of chains.ts lists is of that chain. Of any other
 * node it is known only once a contract on it was read; until then it is the first chain that the app signs for.
 */
export function homeOf({ nodeUrls, chainIds }: Config, rows: readonly Network[] = publicNetworks): number {
  const hosts = nodeUrls.map(hostOf)
  const isHome = ({ publicNodes }: Network) => publicNodes.some((node) => hosts.includes(hostOf(node)))
  return rows.find(isHome)?.id ?? chainIds[0] ?? defaultNetwork.id
}

/** Undefined: a path of the app's own origin. */
function hostOf(url: string): string | undefined {
  return parsed(url)?.host
}

export const homeChainId = homeOf(config)
