import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicActions } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { people } from '../devchain/people.ts'
import { startChain } from '../devchain/start.ts'
import { createChainClient } from '../devchain/testClient.ts'
import { startNode } from '../e2e/node.ts'
import { loanBookAbi } from '../web/chain/abi.ts'
import { networks } from '../web/chains.ts'

const setup = fileURLToPath(new URL('setup.mjs', import.meta.url))
const KEY = `0x${Buffer.from(people.deployer.getHdKey().privateKey ?? []).toString('hex')}`

test('deploys to a chain with the id of Sepolia, records the addresses, and sends nothing the second time', async () => {
  const { node, client } = await chainWithId(networks.sepolia.id)
  const folder = temporaryFolder()
  await client.setIntervalMining({ interval: 1 })

  const first = await deploy(['sepolia'], node.url, { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: folder })
  expect(first.output).toContain('Done')
  expect(first.code).toBe(0)

  const recorded = JSON.parse(readFileSync(`${folder}/${networks.sepolia.id}.json`, 'utf8'))
  expect(recorded.chainId).toBe(networks.sepolia.id)
  expect(await client.readContract({ address: recorded.loanBook, abi: loanBookAbi, functionName: 'token' })).toBe(recorded.dollar)
  expect(await client.getCode({ address: recorded.loanLens })).toBeDefined()
  const codeAt = (block: number) => client.getCode({ address: recorded.loanBook, blockNumber: BigInt(block) })
  expect([await codeAt(recorded.block - 1), await codeAt(recorded.block)]).toEqual([undefined, expect.any(String)])

  const nonce = await client.getTransactionCount({ address: people.deployer.address })
  const second = await deploy(['sepolia'], node.url, { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: folder })
  expect(second.code).toBe(0)
  expect(JSON.parse(readFileSync(`${folder}/${networks.sepolia.id}.json`, 'utf8'))).toEqual(recorded)
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(nonce)
})

test.each([
  ['no network named', [], { DEPLOYER_KEY: KEY }, 'npm run deploy -- sepolia'],
  ['a missing key', ['sepolia'], {}, 'Set DEPLOYER_KEY'],
  ['an invalid key', ['sepolia'], { DEPLOYER_KEY: '0x1234' }, 'Set DEPLOYER_KEY'],
  ['another chain', ['sepolia'], { DEPLOYER_KEY: KEY }, 'is of chain 31337, and Sepolia is 11155111'],
])('%s: one clear sentence, nothing sent', async (_, args, env, sentence) => {
  const { node, client } = await chainWithId(networks.local.id)
  const folder = temporaryFolder()

  const { code, output } = await deploy(args, node.url, { ...env, DEPLOYMENTS_FOLDER: folder })

  expect(output).toContain(sentence)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('an account without funds is told what it has and what it takes', async () => {
  const { node, client } = await chainWithId(networks.sepolia.id)
  await client.setBalance({ address: people.deployer.address, value: 1_000n })

  const { code, output } = await deploy(['sepolia'], node.url, { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: temporaryFolder() })

  expect(output).toContain(`${people.deployer.address} has 0.000000000000001 ETH`)
  expect(code).toBe(1)
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(0)
})

async function chainWithId(chainId: number) {
  const chain = await startChain({ contracts: false, chainId })
  const node = await startNode()
  node.standBefore(async () => chain)
  onTestFinished(node.stop)
  return { node, client: createChainClient(chain.transport).extend(publicActions) }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-deployments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function deploy(args: string[], nodeUrl: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [setup, 'deploy.ts', ...args], {
    env: { PATH: process.env.PATH, REACT_APP_ALCHEMY_URL: nodeUrl, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}
