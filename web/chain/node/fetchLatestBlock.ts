import { isHash } from 'viem'
import { getBlock, getBlockNumber, getChainId } from 'viem/actions'
import { blockMsOf } from '../../chains.ts'
import { config } from '../../config.ts'
import { decodeNumber } from '../read/decodeLoan.ts'
import { client, configuredNodes, hostOf, MAX_LAG_SECONDS } from './clients.ts'

export type LatestBlock = { number: bigint; hash: string }

export async function fetchLatestBlock(): Promise<LatestBlock> {
  const { number, hash } = await getBlock(client, { blockTag: 'latest' })
  if (!isHash(hash)) throw new Error(`The newest block has hash ${hash}`)
  return { number: decodeNumber.blockNumber(number), hash }
}

export type NodeState = {
  /** Not to be shown: a key may be in it. */
  url: string
  host: string
  isInUse: boolean
  /** It failed, asked to wait, or lags: others are asked before it, and it has no second opinion. */
  isExcluded: boolean
  /** `foreign`: it answers, but for a chain that this app does not sign for. */
  state: 'answers' | 'foreign' | 'silent'
  /** Until it answered. */
  ms: number
  /** Blocks behind the one of these nodes that has the most. */
  lag: number
}

/** Asks each configured node, all at once, for its latest block. */
export async function probeNodes(): Promise<NodeState[]> {
  const answers = await Promise.all(
    configuredNodes().map(async ({ url, client }) => {
      const start = performance.now()
      try {
        const block = await getBlockNumber(client, { cacheTime: 0 })
        const ms = Math.round(performance.now() - start)
        const chainId = await getChainId(client)
        const state = config.chainIds.includes(chainId) ? ('answers' as const) : ('foreign' as const)
        return { url, state, ms, block, blockMs: blockMsOf(chainId) }
      } catch {
        return { url, state: 'silent' as const, ms: 0, block: 0n, blockMs: 0 }
      }
    }),
  )
  const latest = answers.reduce((most, { state, block }) => (state === 'answers' && block > most ? block : most), 0n)
  // Asked again: one that did not answer is no longer in use.
  const stands = new Map(configuredNodes().map((node) => [node.url, node]))
  return answers.map(({ url, state, ms, block, blockMs }) => {
    const lag = state === 'answers' ? Number(latest - block) : 0
    const { isInUse = false, isResting = false } = stands.get(url) ?? {}
    const isExcluded = isResting || lag * blockMs > MAX_LAG_SECONDS * 1_000
    return { url, host: hostOf(url), isInUse, isExcluded, state, ms, lag }
  })
}
