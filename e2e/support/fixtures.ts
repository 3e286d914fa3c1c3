import { test as base } from '@playwright/test'
import type { Chain } from '../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../devchain/testClient.ts'
import { discardBuild, serveBuild } from '../../scripts/lib/app.ts'
import { networks } from '../../web/chains.ts'
import { buildFor } from './build.ts'
import { createChainPool, type PooledChain } from './chainPool.ts'
import { type ConsoleFixtures, consoleFixtures } from './console.ts'
import { type Node, startNode } from './node.ts'

export { expect } from '@playwright/test'

type Site = {
  url: string
  /** The folder of the served build. */
  outDir: string
  /** The JSON-RPC node of the page: a proxy before the chain that tests can break. */
  node: Node
}

export type World = Site & { chain: Chain; client: TestClient }

type PerTest = ConsoleFixtures & {
  /** With Sepolia's id the app treats the chain as Sepolia: three confirmations, and external faucets for ether. */
  chainId: (typeof networks)[keyof typeof networks]['id']
  /** False: a chain without contracts, for the literal demo of the specification. */
  contracts: boolean
  startChain: () => Promise<Chain>
  world: World
}

type PerWorker = { site: Site; pool: ReturnType<typeof createChainPool> }

/** A production build with a door for tests, which asks the node of its worker; an embedded chain as it was when it began for each test. */
export const test = base.extend<PerTest, PerWorker>({
  contracts: [true, { option: true }],
  chainId: [networks.local.id, { option: true }],

  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off this pattern
    async ({}, use) => {
      const node = await startNode()
      const outDir = await buildFor(node.url)
      process.env.REACT_APP_ALCHEMY_URL = node.url
      const app = await serveBuild({ port: 0, outDir })

      await use({ url: app.url, outDir, node })

      await app.stop()
      await node.stop()
      await discardBuild(outDir)
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  pool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off this pattern
    async ({}, use) => {
      const pool = createChainPool()
      await use(pool)
      await pool.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: ({ site }, use) => use(site.url),

  // Lazy: started by the first request of the page or the test, because many screens need no chain.
  startChain: [
    async ({ site: { node }, pool, contracts, chainId }, use) => {
      let taken: Promise<PooledChain> | undefined
      const start = async () => {
        taken ??= pool.take({ contracts, chainId })
        return (await taken).chain
      }
      node.standBefore(start)
      await use(start)
      await node.heal()
      await (await taken)?.giveBack()
    },
    { auto: true },
  ],

  world: async ({ site, startChain }, use) => {
    const chain = await startChain()
    await use({ ...site, chain, client: createChainClient(chain.transport) })
  },

  ...consoleFixtures,
})
