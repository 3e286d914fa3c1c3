import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import type { Deployment } from '../devchain/deploy.ts'
import { RPC_PATH } from '../devchain/serveRpc.ts'
import { type Chain, startChain } from '../devchain/start.ts'
import { testDoor } from '../e2e/support/door.ts'
import { buildApp, discardBuild, serveBuild } from '../scripts/lib/app.ts'
import { chromiumPath } from '../scripts/lib/browser.ts'

export type BenchWorld = { chain: Chain; deployment: Deployment; appUrl: string; rpcUrl: string; browser: Browser }

/** Runs a benchmark against a production build, an embedded chain with the contracts and a browser, and tears them down. */
export async function inWorld<T>(measure: (world: BenchWorld) => Promise<T>): Promise<T> {
  const chain = await startChain()
  const { deployment } = chain
  if (!deployment) throw new Error('There are no contracts on this chain.')
  process.env.REACT_APP_ALCHEMY_URL = RPC_PATH
  process.env.REACT_APP_LENDING_ADDRESS = deployment.loanBook
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-bench-'))
  await buildApp(outDir, { plugins: [testDoor()] })
  const app = await serveBuild({ port: 0, chain, outDir })
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
  try {
    return await measure({ chain, deployment, appUrl: app.url, rpcUrl: `${app.url}${RPC_PATH}`, browser })
  } finally {
    await browser.close()
    await app.stop()
    await chain.stop()
    await discardBuild(outDir)
  }
}
