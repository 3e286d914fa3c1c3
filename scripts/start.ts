// npm start, npm run start:demo and npm run dev: the embedded chain and the app, in one process.
import { fileURLToPath } from 'node:url'
import { loadEnv } from 'vite'
import { compile } from '../contracts/compile.ts'
import { RPC_PATH } from '../devchain/serveRpc.ts'
import { type Chain, startChain } from '../devchain/start.ts'
import { networks } from '../web/chains.ts'
import { readConfig } from '../web/config.ts'
import { serveApp, serveAppForDevelopment } from './lib/app.ts'
import { chainFolder, journals } from './lib/chainFolder.ts'
import { nodeHost } from './lib/nodeAddress.ts'
import { requestedPort, requireFreePort } from './lib/ports.ts'

const mode = process.argv[2] ?? 'start'
const root = fileURLToPath(new URL('..', import.meta.url))
const PARENT_POLL_MS = 1_000

const running: { stop: () => Promise<void> }[] = []
const starting = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
endWithParent()
start().catch((error: Error) => end(1, error.message))

async function start() {
  const port = requestedPort()
  await requireFreePort(port)

  const settings = loadEnv('production', root, 'REACT_APP_')
  const chain = settings.REACT_APP_ALCHEMY_URL ? undefined : await startEmbeddedChain()

  console.log('Building the app …')
  const app =
    mode === 'dev' ? await serveAppForDevelopment({ port, chain }) : await serveApp({ port, chain, outDir: `${chainFolder}/app` })
  running.push(app)
  const nodes = chain ? `${app.url}${RPC_PATH}` : readConfig(settings).nodeUrls.map(nodeHost).join(', ')
  console.log(`\nEntrePares: ${app.url}\nNode:       ${nodes}\nCtrl-C ends all of it.`)
}

async function startEmbeddedChain(): Promise<Chain> {
  console.log('Building the contracts …')
  await compile({ signal: starting.signal })

  const contracts = mode !== 'demo'
  const journalFile = contracts ? journals.loans : journals.demo
  console.log('Starting the embedded chain …')
  const chain = await startChain({ contracts, journalFile, blockTimeSeconds: networks.sepolia.blockMs / 1000 })
  running.push(chain)

  process.env.REACT_APP_ALCHEMY_URL = RPC_PATH
  process.env.REACT_APP_LENDING_ADDRESS = chain.deployment?.loanBook ?? ''
  return chain
}

let ending = false

async function end(code: number, sentence?: string) {
  if (ending) return
  ending = true
  if (sentence) console.error(`\n${sentence}`)
  starting.abort()
  await Promise.allSettled(running.map((part) => part.stop()))
  process.exit(code)
}

/** npm forwards SIGINT and SIGTERM but not SIGHUP, and SIGKILL cannot be forwarded: this polls whether the parent is gone. */
function endWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(0), PARENT_POLL_MS).unref()
}
