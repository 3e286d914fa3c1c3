import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { buildContracts } from '../devchain/buildContracts.ts'
import type { Deployment } from '../devchain/deploy.ts'
import { startChain } from '../devchain/start.ts'
import { discardBuild, serveApp } from '../scripts/app.ts'
import { chromiumPath } from '../scripts/browser.ts'

export type BenchWorld = { rpcUrl: string; deployment: Deployment; appUrl: string; browser: Browser }

/** The app as it is served, on a chain with the contracts, and a browser before it; all of it is gone afterwards. */
export async function inWorld<T>(measure: (world: BenchWorld) => Promise<T>): Promise<T> {
  await buildContracts()
  const chain = await startChain({ allowOrigin: '*' })
  const { rpcUrl, deployment } = chain
  if (!deployment) throw new Error('There are no contracts on this chain.')
  process.env.REACT_APP_ALCHEMY_URL = rpcUrl
  process.env.REACT_APP_LENDING_ADDRESS = deployment.loanBook
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-bench-'))
  const app = await serveApp({ port: 0, outDir })
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
  try {
    return await measure({ rpcUrl, deployment, appUrl: app.url, browser })
  } finally {
    await browser.close()
    await app.stop()
    await chain.stop()
    await discardBuild(outDir)
  }
}
