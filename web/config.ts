import type { Address } from 'viem'
import { networks, publicNetworks } from './chains.ts'

/** The settings as they stand in the environment of a build; the README lists them. */
type Settings = Pick<ImportMetaEnv, 'REACT_APP_ALCHEMY_URL' | 'REACT_APP_LENDING_ADDRESS'>

export type Config = {
  /** JSON-RPC nodes, the preferred one first. A path is one of the server that the app comes from. */
  nodeUrls: readonly string[]
  /** The chains that anything may be signed for. The local one only where all nodes are on this machine. */
  chainIds: readonly number[]
  /** The lending contract, where a setting names it. */
  lendingAddress: Address | undefined
}

export function readConfig({ REACT_APP_ALCHEMY_URL = '', REACT_APP_LENDING_ADDRESS = '' }: Settings): Config {
  const urls = REACT_APP_ALCHEMY_URL.split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  for (const url of urls) {
    if (!isPath(url) && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
      throw new Error(`REACT_APP_ALCHEMY_URL: "${url}" is not the http address of a node.`)
    }
  }

  const lendingAddress = REACT_APP_LENDING_ADDRESS.trim()
  if (lendingAddress !== '' && !isAddress(lendingAddress)) {
    throw new Error(`REACT_APP_LENDING_ADDRESS: "${lendingAddress}" is not the address of a contract.`)
  }

  return {
    nodeUrls: urls.length > 0 ? urls : networks.sepolia.publicNodes,
    chainIds: [...(isLocal(urls) ? [networks.local.id] : []), ...publicNetworks.map(({ id }) => id)],
    lendingAddress: lendingAddress === '' ? undefined : lendingAddress,
  }
}

function isLocal(urls: readonly string[]): boolean {
  const own = globalThis.location?.origin ?? 'http://localhost'
  return urls.length > 0 && urls.every((url) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url, own).hostname))
}

/** `//host` would be another server. */
export function isPath(url: string): boolean {
  return /^\/(?!\/)/.test(url)
}

// Not viem's, which also knows checksums: this file is in the first bytes that a visitor waits for.
function isAddress(text: string): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

/** Read once, when the app is built. */
export const config = readConfig(import.meta.env ?? {})
