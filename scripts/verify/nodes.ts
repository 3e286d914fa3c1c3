// Deployment, build and the life of a loan on Ethereum nodes, with Sepolia's id and blocks every few seconds; a restart in the middle, a
// second node that lags, and the specification's ABI through ethers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { numberToHex } from 'viem'
import { runnerImport } from 'vite'
import type { Deployment } from '../../devchain/deploy.ts'
import { people } from '../../devchain/people.ts'
import { type Fault, startNode } from '../../e2e/support/node.ts'
import { networks } from '../../web/chains.ts'
import { buildApp, discardBuild } from '../lib/app.ts'
import { type Column, printMatrix, runSteps, type Steps } from './matrix.ts'
import type { Engine } from './nodes/engines.ts'
import { checkSeedAbi } from './nodes/seedAbi.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LAG_BLOCKS = 2

export async function nodes(engines: readonly Engine[]): Promise<boolean> {
  const columns: Column[] = []
  for (const engine of engines) columns.push(await columnOf(engine))
  printMatrix(columns)
  return columns.some(({ cells }) => Object.keys(cells).length > 0) && columns.every(({ isPassed }) => isPassed)
}

async function columnOf({ title, start }: Engine): Promise<Column> {
  if (!start) {
    const why = `no package for ${process.platform}-${process.arch}`
    console.log(`${title}: ${why}: not checked.`)
    return { title: `${title}: ${why}, not checked`, cells: {}, isPassed: true }
  }
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-nodes-'))
  try {
    const { url, restart, stop } = await start(folder)
    try {
      return await runSteps(title, stepsOn(url, folder, restart))
    } finally {
      await stop()
    }
  } catch (error) {
    console.error(error)
    return { title: `${title}: does not start`, cells: {}, isPassed: false }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function stepsOn(url: string, folder: string, restart: () => Promise<void>): Steps {
  const recorded = (): Deployment => JSON.parse(readFileSync(join(folder, `${networks.sepolia.id}.json`), 'utf8'))
  const deployment = () => ({ book: recorded().loanBook, chainId: networks.sepolia.id })
  return {
    deploy: async () => {
      await deploy(url, folder, 'Done, and recorded')
    },
    'deploy again: nothing to do': async () => {
      await deploy(url, folder, 'Nothing to deploy.')
    },
    build: async () => {
      process.env.REACT_APP_ALCHEMY_URL = url
      const outDir = mkdtempSync(join(tmpdir(), 'entrepares-nodes-build-'))
      await buildApp(outDir)
      await discardBuild(outDir)
    },
    'publish, take': async () => (await appOn(url)).lend(deployment()),
    'pay, with a restart in the middle': async () => (await appOn(url)).payAround(deployment(), restart),
    'read the dashboard': async () => (await appOn(url)).read(),
    'publish once, the preferred node lagging': () =>
      withLaggingNode(url, async (lagging) => (await appOn(`${lagging},${url}`)).publishOnce(deployment())),
    "the specification's ABI, by ethers": () => checkSeedAbi(url, recorded()),
  }
}

/** The app as a page loads it that has these nodes. */
async function appOn(urls: string): Promise<typeof import('./nodes/life.ts')> {
  process.env.REACT_APP_ALCHEMY_URL = urls
  const options = { configFile: false, root, envPrefix: 'REACT_APP_', mode: 'production', logLevel: 'warn' } as const
  const { module } = await runnerImport<typeof import('./nodes/life.ts')>(`${root}scripts/verify/nodes/life.ts`, options)
  return module
}

async function deploy(url: string, folder: string, expected: string): Promise<void> {
  const key = `0x${Buffer.from(people.deployer.getHdKey().privateKey ?? []).toString('hex')}`
  const env = { ...process.env, REACT_APP_ALCHEMY_URL: url, DEPLOYER_KEY: key, DEPLOYMENTS_FOLDER: folder }
  const child = spawn(process.execPath, [`${root}scripts/setup.mjs`, 'deploy.ts', 'sepolia'], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0 || !output.includes(expected)) throw new Error(output)
}

/** A node that is some blocks behind the one at this address. */
async function withLaggingNode<T>(url: string, work: (lagging: string) => Promise<T>): Promise<T> {
  const node = await startNode()
  const answer = async (request: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...request })
    return (await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })).json()
  }
  const lagged = async () =>
    numberToHex(Number((await answer({ id: 1, method: 'eth_blockNumber', params: [] })).result) - LAG_BLOCKS)
  const lag: Fault = async ({ method, id, params, ask, answer: say }) => {
    const number = await lagged()
    const result = (value: unknown) => say(JSON.stringify({ jsonrpc: '2.0', id, result: value }))
    if (method === 'eth_blockNumber') return result(number)
    const body = await ask(params.map((param) => (param === 'latest' || param === 'pending' ? number : param)))
    const mined = method === 'eth_getTransactionReceipt' ? JSON.parse(body).result?.blockNumber : undefined
    return mined && Number(mined) > Number(number) ? result(null) : say(body)
  }
  node.standBefore(async () => ({ answer }))
  node.breakWith(lag)
  try {
    return await work(node.url)
  } finally {
    await node.stop()
  }
}
