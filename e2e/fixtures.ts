import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { partsToDeploy } from '../devchain/deploy.ts'
import { type Chain, startChain } from '../devchain/start.ts'
import { createChainClient, type TestClient } from '../devchain/testClient.ts'
import { discardBuild, serveApp } from '../scripts/app.ts'
import { watchConsole } from './console.ts'
import { type Node, startNode } from './node.ts'

export { expect } from '@playwright/test'

type Site = {
  url: string
  /** The files that are served. */
  outDir: string
  /** What the page takes for the chain; tests can break it. */
  node: Node
}

export type World = Site & { chain: Chain; client: TestClient }

type PerTest = {
  /** 11155111 is taken for Sepolia: three blocks count as certain there, and test ether comes from others. */
  chainId: 31337 | 11155111
  /** What a test provokes on purpose in the browser's console; anything else there fails it. */
  expectedErrors: RegExp
  quietConsole: undefined
  startChain: () => Promise<Chain>
  world: World
}

type PerWorker = {
  /** False: the literal demo, on a chain without contracts. */
  contracts: boolean
  site: Site
}

/** Every test: a real browser on a real build, on a real chain of its own. */
export const test = base.extend<PerTest, PerWorker>({
  contracts: [true, { option: true, scope: 'worker' }],
  chainId: [31337, { option: true }],

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

  // Started when the test or its page first needs it: many screens never do.
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

  expectedErrors: [/^$/, { option: true }],

  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const expectQuiet = await watchConsole(context, expectedErrors)
      await use(undefined)
      expectQuiet()
    },
    { auto: true },
  ],
})
