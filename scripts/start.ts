// npm start, npm run start:demo and npm run dev: the embedded chain and the app, together until one of them ends.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadEnv } from 'vite'
import { buildContracts } from '../devchain/buildContracts.ts'
import { startChain } from '../devchain/start.ts'
import { serveApp, serveAppForDevelopment } from './app.ts'
import { portFrom, requireFreePort } from './ports.ts'

const mode = process.argv[2] ?? 'start'
const root = fileURLToPath(new URL('..', import.meta.url))

const running: { stop: () => Promise<void> }[] = []
const starting = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
endWithNpm()
start().catch((error: Error) => end(1, error.message))

async function start() {
  const port = portFrom('PORT', 5173)
  await requireFreePort(port, 'PORT')

  const { REACT_APP_ALCHEMY_URL } = loadEnv('production', root, 'REACT_APP_')
  if (!REACT_APP_ALCHEMY_URL) await startEmbeddedChain(`http://localhost:${port}`)

  console.log('Building the app …')
  const app = mode === 'dev' ? await serveAppForDevelopment({ port }) : await serveApp({ port, outDir: `${root}dist` })
  running.push(app)
  console.log(
    `\nEntrePares: ${app.url}\nNode:       ${process.env.REACT_APP_ALCHEMY_URL ?? REACT_APP_ALCHEMY_URL}\nCtrl-C ends all of it.`,
  )
}

async function startEmbeddedChain(allowOrigin: string) {
  const port = portFrom('CHAIN_PORT', 8545)
  await requireFreePort(port, 'CHAIN_PORT')
  console.log('Building the contracts …')
  await buildContracts(starting.signal)

  mkdirSync(`${root}.chain`, { recursive: true })
  const contracts = mode !== 'demo'
  const stateFile = `${root}.chain/${contracts ? 'loans' : 'demo'}-${port}.json`
  console.log('Starting the embedded chain …')
  const chain = await startChain({ port, allowOrigin, contracts, stateFile, blockTime: 12 }).catch((error: Error) => {
    throw new Error(`${error.message}\nIf the chain that was kept cannot be read, "npm run reset" throws it away.`)
  })
  running.push(chain)
  chain.ended.then((lastWords) => end(1, `The embedded chain ended. ${lastWords}`))

  process.env.REACT_APP_ALCHEMY_URL = chain.rpcUrl
  process.env.REACT_APP_LENDING_ADDRESS = chain.deployment?.loanBook ?? ''
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

/** npm hands on SIGINT and SIGTERM, but not SIGHUP, and nobody hands on SIGKILL: this process just loses its parent. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && end(0), 1000).unref()
}
