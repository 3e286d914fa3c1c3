import type { Address } from 'viem'
import { defaultNetwork, networks, publicNetworks } from './chains.ts'

/** Environment variables at build time; the README lists them. */
type Settings = Pick<ImportMetaEnv, 'REACT_APP_ALCHEMY_URL' | 'REACT_APP_LENDING_ADDRESS' | 'REACT_APP_SOURCE_URL'>

export type Config = {
  /** JSON-RPC nodes, the preferred one first. A path is relative to the app's own origin. */
  nodeUrls: readonly string[]
  /** The chains that the app signs for. The local one only where all nodes are on this machine. */
  chainIds: readonly number[]
  /** Undefined: the one recorded for the node's chain. */
  lendingAddress: Address | undefined
  /** The repository of the source, without a slash at its end. */
  sourceUrl: string | undefined
}

export function readConfig(settings: Settings): Config {
  const { REACT_APP_ALCHEMY_URL = '', REACT_APP_LENDING_ADDRESS = '', REACT_APP_SOURCE_URL = '' } = settings
  const urls = REACT_APP_ALCHEMY_URL.split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  for (const [index, url] of urls.entries()) {
    if (isPath(url)) continue
    const { protocol, host, hostname } = parsed(url) ?? { protocol: '', host: '', hostname: '' }
    // By its number, and the host at most: the rest may be a key, and this is printed.
    const name = `REACT_APP_ALCHEMY_URL: node ${index + 1}`
    if (!/^https?:$/.test(protocol)) throw new Error(`${name} is not an http address.`)
    // Anyone on the way could read and forge what such a node answers.
    if (protocol === 'http:' && !isLoopback(hostname)) {
      throw new Error(`${name}, ${host}, is not encrypted. Use https: http is for nodes on this machine alone.`)
    }
  }

  const lendingAddress = REACT_APP_LENDING_ADDRESS.trim()
  if (lendingAddress !== '' && !isAddress(lendingAddress)) {
    throw new Error(`REACT_APP_LENDING_ADDRESS: "${lendingAddress}" is not the address of a contract.`)
  }

  const sourceUrl = REACT_APP_SOURCE_URL.trim().replace(/\/+$/, '')
  if (sourceUrl !== '' && parsed(sourceUrl)?.protocol !== 'https:') {
    throw new Error(`REACT_APP_SOURCE_URL: "${sourceUrl}" is not an https address.`)
  }

  return {
    nodeUrls: urls.length > 0 ? [...new Set(urls)] : defaultNetwork.publicNodes,
    chainIds: [...(isLocal(urls) ? [networks.local.id] : []), ...publicNetworks.map(({ id }) => id)],
    lendingAddress: lendingAddress === '' ? undefined : lendingAddress,
    sourceUrl: sourceUrl || undefined,
  }
}

/** URL.canParse is newer than the oldest browsers that the app is for. */
export function parsed(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

function isLocal(urls: readonly string[]): boolean {
  const own = globalThis.location?.origin ?? 'http://localhost'
  return urls.length > 0 && urls.every((url) => isLoopback(new URL(url, own).hostname))
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Excludes `//host`, which is a URL of another server. */
export function isPath(url: string): boolean {
  return /^\/(?!\/)/.test(url)
}

// Not viem's isAddress, whose checksum brings a hash function into the bundle of the first screen.
function isAddress(text: string): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

/** Vite replaces import.meta.env at build time. */
export const config = readConfig(import.meta.env ?? {})
