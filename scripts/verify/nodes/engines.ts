// Ethereum nodes to verify against: the embedded chain under older rules, and nodes that are not EDR. Those are installed by npm into a folder of their own: anvil has no package for every processor, and EthereumJS wants other versions of the hash functions
// than the app. A lockfile could not hold either.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CREATE2_FACTORY } from '../../../devchain/deploy.ts'
import { CREATE2_FACTORY_CODE } from '../../../devchain/engine.ts'
import { people } from '../../../devchain/people.ts'
import { serveRpc } from '../../../devchain/serveRpc.ts'
import { startChain } from '../../../devchain/start.ts'
import { networks } from '../../../web/chains.ts'
import { freePort } from '../../lib/ports.ts'
import { ended, isRunning, startCommand, untilServed } from '../children.ts'

export type Engine = {
  title: string
  /** Undefined: there is no package of it for this processor. */
  start: ((folder: string) => Promise<Running>) | undefined
}

type Running = { url: string; restart: () => Promise<void>; stop: () => Promise<void> }

const ETHEREUMJS = '10.1.3'
const ANVIL = '1.7.1'
const BLOCK_SECONDS = 2
const START_LIMIT_MS = 120_000
const CHAIN_ID = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
}
const SERVER = 'ethereumjs.js'

/** The processors that npm has an anvil for. */
const ANVIL_PACKAGE: Record<string, string> = { 'linux-x64': '@foundry-rs/anvil-linux-amd64' }

export const ENGINES: readonly Engine[] = [
  { title: `EthereumJS ${ETHEREUMJS}`, start: startEthereumJs },
  { title: `anvil ${ANVIL}`, start: ANVIL_PACKAGE[`${process.platform}-${process.arch}`] ? startAnvil : undefined },
]

/** The embedded chain under the rules before Amsterdam. */
export const OSAKA: Engine = { title: 'EDR, Osaka', start: startOsaka }

async function startOsaka(folder: string): Promise<Running> {
  const journalFile = join(folder, 'journal.jsonl')
  const options = { hardfork: 'Osaka', contracts: false, chainId: networks.sepolia.id, blockTimeSeconds: BLOCK_SECONDS } as const
  let chain = startChain({ ...options, journalFile })
  await chain
  const port = await freePort()
  const server = createServer(serveRpc(async (call) => (await chain).answer(call))).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close()
      await (await chain).stop()
    },
    restart: async () => {
      chain = chain.then(async ({ stop }) => {
        await stop()
        return startChain({ ...options, journalFile })
      })
      await chain
    },
  }
}

async function startEthereumJs(folder: string): Promise<Running> {
  const names = ['block', 'common', 'evm', 'mpt', 'rlp', 'statemanager', 'tx', 'util', 'vm']
  install(folder, Object.fromEntries(names.map((name) => [`@ethereumjs/${name}`, ETHEREUMJS])))
  copyFileSync(fileURLToPath(new URL(SERVER, import.meta.url)), join(folder, SERVER))
  const genesis = {
    [CREATE2_FACTORY]: { code: CREATE2_FACTORY_CODE },
    ...Object.fromEntries(Object.values(people).map(({ address }) => [address, { balance: String(10n ** 21n) }])),
  }
  const port = await freePort()
  const given = [port, 'journal.jsonl', networks.sepolia.id, BLOCK_SECONDS * 1000, `'${JSON.stringify(genesis)}'`]
  return run(`exec "${process.execPath}" ${SERVER} ${given.join(' ')}`, folder, port)
}

/** Its accounts with ether are those of people.ts, and the CREATE2 factory is part of every anvil. */
async function startAnvil(folder: string): Promise<Running> {
  const name = ANVIL_PACKAGE[`${process.platform}-${process.arch}`] ?? ''
  install(folder, { [name]: ANVIL })
  const port = await freePort()
  const chain = `--chain-id ${networks.sepolia.id} --block-time ${BLOCK_SECONDS} --state state.json --preserve-historical-states`
  return run(`exec ./node_modules/${name}/bin/anvil --silent --port ${port} ${chain}`, folder, port)
}

function install(folder: string, dependencies: Record<string, string>): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit', '--silent'], { cwd: folder, stdio: 'inherit' })
  if (!existsSync(join(folder, 'node_modules'))) throw new Error('npm installed nothing.')
}

/** A program that keeps its chain in the folder, and so can be ended and started again. */
async function run(command: string, cwd: string, port: number): Promise<Running> {
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    const child = startCommand(command, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
    await untilServed(url, child, START_LIMIT_MS, CHAIN_ID)
    return child
  }
  let child = await start()
  const stop = async () => {
    if (!isRunning(child) || child.pid === undefined) return
    const gone = ended(child)
    // Not at once, so that anvil writes its state.
    process.kill(-child.pid, 'SIGTERM')
    await gone
  }
  return {
    url,
    stop,
    restart: async () => {
      await stop()
      child = await start()
    },
  }
}
