/** Logs every transfer of ether like a token's Transfer, on networks with EIP-7708. */
export const ETHER_LOGS: `0x${string}` = '0xfffffffffffffffffffffffffffffffffffffffe'

/** One row per network. */
export type Network = {
  id: number
  /** On the chip beside the balance. */
  name: string
  /** In a loan's papers. */
  fullName: string
  /** Base URL of the block explorer; undefined where there is none. */
  explorer: string | undefined
  /** How many confirmations settle a transaction. */
  confirmations: number
  /** With how many blocks on top of it a block is final: it does not change any more. */
  finalBlocks: number
  /** Milliseconds between two blocks. Undefined: each transaction has one of its own, so that the next cannot be foretold. */
  blockMs: number | undefined
  /** How often pending transactions are polled. */
  settlePollMs: number
  /** Public faucets for ether: name and URL. Empty where our own button adds ether. */
  faucets: readonly (readonly [string, string])[]
  /** Dollars that others issue, by address: who gives them for tests, name and URL. */
  dollars: Readonly<Record<string, readonly [string, string]>>
  /** Genesis hash, which tells chains with the same id apart. Undefined: read from the node; each embedded chain has its own. */
  genesis: `0x${string}` | undefined
  /** Public JSON-RPC nodes, the preferred one first. A build for one of their hosts is a build for this network. */
  publicNodes: readonly string[]
}

/** Keyed by the name that `npm run deploy` takes. */
export const networks = {
  local: {
    id: 31337,
    name: 'Red local',
    fullName: 'Red local',
    explorer: undefined,
    confirmations: 1,
    finalBlocks: 0,
    blockMs: undefined,
    settlePollMs: 1_000,
    faucets: [],
    dollars: {},
    genesis: undefined,
    publicNodes: [],
  },
  sepolia: {
    id: 11155111,
    name: 'Sepolia',
    fullName: 'Red Sepolia',
    explorer: 'https://sepolia.etherscan.io',
    confirmations: 3,
    finalBlocks: 32,
    blockMs: 12_000,
    settlePollMs: 4_000,
    faucets: [
      ['Google Cloud', 'https://cloud.google.com/application/web3/faucet/ethereum/sepolia'],
      ['pk910', 'https://sepolia-faucet.pk910.de'],
    ],
    dollars: { '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238': ['Circle', 'https://faucet.circle.com'] },
    genesis: '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
    publicNodes: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
  },
} as const satisfies Record<string, Network>

const rows: readonly Network[] = Object.values(networks)

/** Whose nodes a build takes that no setting names any for. */
export const defaultNetwork: Network = networks.sepolia

/** All but the embedded one. */
export const publicNetworks = rows.filter(({ id }) => id !== networks.local.id)

/** Who gives a token for tests, on whichever network it is. Undefined: nobody whom we know of. */
export function giverOf(token: string): readonly [string, string] | undefined {
  return rows
    .flatMap(({ dollars }) => Object.entries(dollars))
    .find(([address]) => address.toLowerCase() === token.toLowerCase())?.[1]
}

/** How fast a chain is, and how soon it settles: one that no row describes is taken for Sepolia, the slowest. */
export function paceOf(chainId: number | undefined): Network {
  return networkOf(chainId) ?? networks.sepolia
}

/** As paceOf, in milliseconds for a block. Where each transaction has a block of its own, as often as on Sepolia. */
export function blockMsOf(chainId: number | undefined): number {
  return paceOf(chainId).blockMs ?? networks.sepolia.blockMs
}

export function networkOf(chainId: number | undefined): Network | undefined {
  return rows.find(({ id }) => id === chainId)
}
