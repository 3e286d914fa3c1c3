import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base } from '@playwright/test'
import { createTestClient, http, type TestClient } from 'viem'
import { type Chain, startChain } from '../devchain/start.ts'
import { discardBuild, serveApp } from '../scripts/app.ts'
import { type Node, startNode } from './node.ts'

export { expect } from '@playwright/test'

export type World = {
  url: string
  /** The files that are served. */
  outDir: string
  chain: Chain
  /** What the page takes for the chain; tests can break it. */
  node: Node
  client: TestClient
}

type PerTest = {
  /** What a test provokes on purpose in the browser's console; anything else there fails it. */
  expectedErrors: RegExp
  quietConsole: undefined
  freshChain: undefined
}

type PerWorker = {
  /** False: the literal demo, on a chain without contracts. */
  contracts: boolean
  world: World
}

/** Every test: a real browser on a real build, on a real chain of the worker's own that is put back afterwards. */
export const test = base.extend<PerTest, PerWorker>({
  contracts: [true, { option: true, scope: 'worker' }],

  world: [
    async ({ contracts }, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'entrepares-e2e-'))
      const chain = await startChain({ allowOrigin: '*', contracts })
      const node = await startNode(chain.rpcUrl)
      process.env.REACT_APP_ALCHEMY_URL = node.url
      process.env.REACT_APP_LENDING_ADDRESS = chain.deployment?.loanBook ?? ''
      const app = await serveApp({ port: 0, outDir })

      const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
      await use({ url: app.url, outDir, chain, node, client })

      await app.stop()
      await node.stop()
      await chain.stop()
      await discardBuild(outDir)
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ world }, use) => use(world.url),

  freshChain: [
    async ({ world: { client, node } }, use) => {
      const id = await client.request({ method: 'evm_snapshot' })
      await use(undefined)
      await node.heal()
      await client.request({ method: 'anvil_dropAllTransactions' as never })
      await client.setAutomine(true)
      await setChainId(client, 31337)
      const reverted: unknown = await client.request({ method: 'evm_revert', params: [id] })
      if (reverted !== true) throw new Error('The chain could not be put back to where it was before the test.')
    },
    { auto: true },
  ],

  expectedErrors: [/^$/, { option: true }],

  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors = await collectErrors(context)
      await use(undefined)
      const surprising = errors.filter((error) => !expectedErrors.test(error))
      if (surprising.length > 0) throw new Error(`The page complained:\n${surprising.join('\n')}`)
    },
    { auto: true },
  ],
})

/** Errors and warnings of the console, exceptions, and violations of the content security policy. */
async function collectErrors(context: BrowserContext): Promise<string[]> {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  return errors
}

/** Chain 11155111 is taken for Sepolia: three blocks count as certain there, and test ether comes from others. */
export async function setChainId(client: TestClient, chainId: 31337 | 11155111) {
  await client.request({ method: 'anvil_setChainId' as never, params: [chainId] as never })
}
