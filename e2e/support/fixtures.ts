import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { partsToDeploy } from '../../devchain/deploy.ts'
import { type Chain, startChain } from '../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../devchain/testClient.ts'
import { discardBuild, serveApp } from '../../scripts/lib/app.ts'
import { networks } from '../../web/chains.ts'
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
  startChain: () => Promise<Chain>
  world: World
}

type PerWorker = {
  /** False: a chain without contracts, for the literal demo of the specification. */
  contracts: boolean
  site: Site
}

/** One production build per worker, one embedded chain per test. */
export const test = base.extend<PerTest, PerWorker>({
  contracts: [true, { option: true, scope: 'worker' }],
  chainId: [networks.local.id, { option: true }],

  site: [
    async ({ contracts }, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'entrepares-e2e-'))
      const node = await startNode()
      const [, loanBook] = await partsToDeploy()
      process.env.REACT_APP_ALCHEMY_URL = node.url
      process.env.REACT_APP_LENDING_ADDRESS = contracts ? loanBook.address : ''
      const app = await serveApp({ port: 0, outDir })

      await use({ url: app.url, outDir, node })

      await app.stop()
      await node.stop()
      await discardBuild(outDir)
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ site }, use) => use(site.url),

  // Lazy: started by the first request of the page or the test, because many screens need no chain.
  startChain: [
    async ({ site: { node }, contracts, chainId }, use) => {
      let chain: Promise<Chain> | undefined
      const start = () => {
        chain ??= startChain({ contracts, chainId })
        return chain
      }
      node.standBefore(start)
      await use(start)
      await node.heal()
      await (await chain)?.stop()
    },
    { auto: true },
  ],

  world: async ({ site, startChain }, use) => {
    const chain = await startChain()
    await use({ ...site, chain, client: createChainClient(chain.transport) })
  },

  ...consoleFixtures,
})
