import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { foundryBinary } from '../scripts/foundry.mjs'
import { type Deployment, deploy } from './deploy.ts'
import { people } from './people.ts'
import { publishSampleLoans } from './sampleLoans.ts'
import { createSender } from './sender.ts'

export type Chain = {
  rpcUrl: string
  deployment: Deployment | undefined
  /** Resolves when the chain has ended, with what it said last if nobody asked it to. */
  ended: Promise<string>
  stop: () => Promise<void>
}

export type ChainOptions = {
  /** The only web origin that may speak to the chain. */
  allowOrigin: string
  /** 0: any free port. */
  port?: number
  /** Where the chain is kept between runs; without it, it is forgotten. */
  stateFile?: string
  /** Seconds between blocks, beside the one that each transaction gets at once. */
  blockTime?: number
  /** False: an empty chain, the literal demo of the specification. */
  contracts?: boolean
  chainId?: number
}

/** The embedded network: a real anvil on loopback, with our contracts on it. */
export async function startChain({
  allowOrigin,
  port = 0,
  stateFile,
  blockTime,
  contracts = true,
  chainId = 31337,
}: ChainOptions): Promise<Chain> {
  const guard = fileURLToPath(new URL('guard.mjs', import.meta.url))
  const options = [
    ...['--host', '127.0.0.1', '--port', `${port}`, '--chain-id', `${chainId}`, '--allow-origin', allowOrigin],
    ...(stateFile ? ['--state', stateFile, '--state-interval', '1'] : []),
    ...(blockTime ? ['--block-time', `${blockTime}`, '--mixed-mining'] : []),
  ]
  const child = spawn(process.execPath, [guard, foundryBinary('anvil'), ...options], { stdio: 'pipe' })

  let lastWords = ''
  child.stderr.on('data', (data) => {
    lastWords = (lastWords + data).slice(-2000)
  })
  const ended = once(child, 'exit').then(() => lastWords.trim())
  const stop = async () => {
    child.stdin.end()
    await ended
  }

  const address = await Promise.race([listeningAddress(child.stdout), ended.then(() => undefined)])
  if (!address) throw new Error(`The embedded chain did not start. ${await ended}`)

  const rpcUrl = `http://${address}`
  try {
    const deployment = contracts ? await deployWithSamples(rpcUrl) : undefined
    return { rpcUrl, deployment, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function deployWithSamples(rpcUrl: string): Promise<Deployment> {
  const deployment = await deploy(await createSender({ rpcUrl, account: people.deployer }))
  await publishSampleLoans(rpcUrl, deployment)
  return deployment
}

async function listeningAddress(output: NodeJS.ReadableStream): Promise<string | undefined> {
  const lines = createInterface(output)
  return new Promise((resolve) => {
    // Goes on reading to the end, because a full pipe would halt the chain.
    lines.on('line', (line) => {
      const [, address] = /^Listening on (\S+)$/.exec(line) ?? []
      if (address) resolve(address)
    })
  })
}
