import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Hex, numberToHex, parseEther, parseTransaction, publicActions } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { verificationInput } from '../contracts/compile.ts'
import { deploy as deployParts, gasToDeploy, partsToDeploy } from '../devchain/deploy.ts'
import { people } from '../devchain/people.ts'
import { type Chain, startChain } from '../devchain/start.ts'
import { createChainClient } from '../devchain/testClient.ts'
import { createTransactionSender } from '../devchain/transactionSender.ts'
import { type Fault, faults, type Node, says, startNode } from '../e2e/support/node.ts'
import { loanBookAbi, loanBookAddress } from '../web/chain/abi.ts'
import { networks } from '../web/chains.ts'
import { decryptKeystore } from './lib/deployerKey.ts'

const setup = fileURLToPath(new URL('setup.mjs', import.meta.url))
const solc = fileURLToPath(new URL('../contracts/solc.mjs', import.meta.url))

// The first was written by ox, the second is a test vector of the Web3 Secret Storage.
const AES = { cipher: 'aes-128-ctr' }
const KEYSTORES = [
  {
    ...AES,
    cipherparams: { iv: '6997e6f83a64143d3f643c0f310e5662' },
    ciphertext: 'c3d3f9b69d34b9f803052d0bda36cf756145ce1fc5e3efea390401914eef0ae2',
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 8192, p: 1, r: 8, salt: 'ae62b2ceaa9f581bf86629225065958502d22a56ebdfbf8f2ee5f359ad1ace0a' },
    mac: '563ec85cf82950e056f240bbd1ae84268d485d9516704d6cb3dd28746fe337b4',
  },
  {
    ...AES,
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      dklen: 32,
      c: 262144,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
]

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
  ['an invalid key', ['sepolia'], { DEPLOYER_KEY: '0x1234' }, 'DEPLOYER_KEY is not a private key'],
  ['no keystore', ['sepolia'], { DEPLOYER_KEYSTORE: '/none.json' }, '/none.json cannot be read as a keystore'],
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

test('without a key it says what would be deployed, where and at what cost, and sends nothing', async () => {
  const { node, client } = await chainWithId(networks.sepolia.id)
  const folder = temporaryFolder()

  const { code, output } = await deploy(['sepolia'], node.url, { DEPLOYMENTS_FOLDER: folder })

  expect(code).toBe(0)
  expect(output).toMatch(new RegExp(`loanBook +${loanBookAddress} +is missing`))
  // The deployment takes 58.1 million gas under Amsterdam. The estimate covers a little more.
  expect(output).toMatch(/At most 0\.\d+ ETH: 60\d{6} gas, at up to [\d.]+ gwei\./)
  expect(output).toContain('Nothing was sent.')
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('a keystore of either kind opens with its password, and with no other', () => {
  for (const crypto of KEYSTORES) {
    expect(decryptKeystore({ crypto }, 'testpassword')).toBe('0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d')
    expect(() => decryptKeystore({ crypto }, 'testpasswort')).toThrow('The password does not open the keystore.')
  }
})

test('what is written for block explorers needs no other file, and brings every contract', () => {
  const input = JSON.parse(verificationInput())
  // Without code, which takes a minute: it follows from sources and settings.
  input.settings.outputSelection = { '*': { '*': ['abi'] } }
  const output = JSON.parse(execFileSync(process.execPath, [solc], { input: JSON.stringify(input) }).toString())
  const errors = (output.errors ?? []).filter(({ severity }: { severity: string }) => severity === 'error')
  expect(errors).toEqual([])
  for (const name of ['LoanBook', 'LoanLens', 'TestDollar'])
    expect(output.contracts[`contracts/src/${name}.sol`][name].abi.length).toBeGreaterThan(0)
})

test('an account without funds is told what it has and what it takes', async () => {
  const { node, client } = await chainWithId(networks.sepolia.id)
  await client.setBalance({ address: people.deployer.address, value: 1_000n })

  const { code, output } = await deploy(['sepolia'], node.url, { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: temporaryFolder() })

  expect(output).toContain(`${people.deployer.address} has 0.000000000000001 ETH`)
  expect(code).toBe(1)
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(0)
})

test('where all of it is there already, nothing is asked of the account', async () => {
  const chain = await startChain({ chainId: networks.sepolia.id })
  const { node, client } = await nodeBefore(chain)
  await client.setBalance({ address: people.deployer.address, value: 0n })
  const nonce = await client.getTransactionCount({ address: people.deployer.address })

  const { code, output } = await deploy(['sepolia'], node.url, { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: temporaryFolder() })

  expect(output).toContain('Nothing to deploy.')
  expect(output).toContain('Done')
  expect(code).toBe(0)
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(nonce)
  expect((await deploy(['sepolia'], node.url, {})).output).not.toContain('DEPLOYER_KEY')
})

test('no more is signed than was printed, whatever fees the node speaks of afterwards, and a lost answer costs nothing', async () => {
  const { node, client } = await chainWithId(networks.sepolia.id)
  await client.setIntervalMining({ interval: 1 })
  const received: Hex[] = []
  let isPrinted = false
  node.breakWith(async (call) => {
    if (call.method === 'eth_maxPriorityFeePerGas' && isPrinted) return says(numberToHex(150_000_000_000n))(call)
    if (call.method === 'eth_maxPriorityFeePerGas') isPrinted = true
    if (call.method !== 'eth_sendRawTransaction') return call.answer(await call.ask())
    received.push(call.params[0] as Hex)
    return faults.lostAnswer(call)
  })

  const { code, output } = await deploy(['sepolia'], node.url, { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: temporaryFolder() })

  expect(output).toContain('Done')
  expect(code).toBe(0)
  expect(received).toHaveLength(3)
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(3)
  const [, printed = '0'] = /At most (\S+) ETH/.exec(output) ?? []
  const signed = received.map(parseTransaction).reduce((sum, { gas = 0n, maxFeePerGas = 0n }) => sum + gas * maxFeePerGas, 0n)
  expect(signed).toBeGreaterThan(0n)
  expect(signed).toBeLessThanOrEqual(parseEther(printed))
})

test('signs nothing for a node that changes to another chain', async () => {
  const { node } = await chainWithId(networks.sepolia.id)
  let asked = 0
  const received = listen(node, {
    eth_chainId: async (call) => (++asked > 1 ? says('0x1')(call) : call.answer(await call.ask())),
  })
  const { code, output } = await deploy(['sepolia'], node.url, { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: temporaryFolder() })
  expect(output).toContain('The node changed to chain 1. Nothing was sent.')
  expect([code, received]).toEqual([1, []])
})

test('signs nothing that costs more than the printed limit', async () => {
  const { node } = await chainWithId(networks.sepolia.id)
  let estimates = 0
  const received = listen(node, {
    eth_estimateGas: async (call) => (++estimates > 2 ? says('0x5f5e100')(call) : call.answer(await call.ask())),
  })

  const { code, output } = await deploy(['sepolia'], node.url, { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: temporaryFolder() })

  expect(output).toMatch(/This takes [\d.]+ ETH more than the limit of [\d.]+ for all transactions\. Nothing was sent\.\n$/)
  expect(code).toBe(1)
  expect(received).toEqual([])
})

test.each(['Osaka', 'Amsterdam'] as const)(
  'the estimate covers a deployment under %s, and exceeds it by less than a twentieth',
  async (hardfork) => {
    const { transport } = await startChain({ contracts: false, hardfork })
    const client = createChainClient(transport).extend(publicActions)
    const estimate = await gasToDeploy(client, await partsToDeploy())
    const hashes: Hex[] = []
    const onSigned = (hash: Hex) => void hashes.push(hash)
    await deployParts(await createTransactionSender({ transport, account: people.deployer, onSigned }))
    const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })))
    const used = receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
    expect(receipts).toHaveLength(3)
    expect(estimate).toBeGreaterThanOrEqual(used)
    expect(estimate).toBeLessThan((used * 21n) / 20n)
  },
)

test('a run that was killed before its transaction was mined is gone on with: nothing is sent twice', async () => {
  const { node, client } = await chainWithId(networks.sepolia.id)
  const received = listen(node, {})
  await client.setAutomine(false)
  const folder = temporaryFolder()
  const env = { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: folder }

  const first = start(['sepolia'], node.url, env)
  await expect.poll(() => received.length).toBe(1)
  first.child.kill('SIGKILL')
  await first.ended

  const second = start(['sepolia'], node.url, env)
  await expect.poll(second.output).toContain('is not mined yet, perhaps one of an earlier run: waiting for it …')
  await client.setIntervalMining({ interval: 1 })
  await client.setAutomine(true)
  expect(await second.ended).toBe(0)

  expect(second.output()).toMatch(/dollar +0x\w+ +is there already/)
  expect(received).toHaveLength(3)
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(3)
})

/** With a key wherever one can be. */
const withKeys = (url: string) => url.replace('http://', 'http://s3cretUser:s3cretPass@').concat('/v2/s3cretPath?key=s3cretQuery')

test.each<[string, Record<string, Fault>, string]>([
  [
    'refuses a transaction',
    { eth_sendRawTransaction: refuses('insufficient funds') },
    'refused: insufficient funds. Start it again',
  ],
  ['refuses, and repeats its address', { eth_chainId: echoes }, 'refused: Over quota: http'],
  ['speaks no JSON', { eth_getCode: faults.notJson }, 'gave no usable answer: Unexpected token'],
  ['hangs up', { eth_chainId: faults.hangUp }, 'gave no usable answer: fetch failed. REACT_APP_ALCHEMY_URL can name another one'],
  ['says nothing that is of use', { eth_chainId: says(null) }, 'gave no usable answer'],
  ['is of another chain', { eth_chainId: says('0x1') }, 'is of chain 1, and Sepolia is 11155111'],
])('a node that %s: its host and reason are said in one sentence, and never its key', async (_, byMethod, reason) => {
  const { node } = await chainWithId(networks.sepolia.id)
  listen(node, byMethod)

  const env = { DEPLOYER_KEY: KEY, DEPLOYMENTS_FOLDER: temporaryFolder() }
  const { code, output } = await deploy(['sepolia'], withKeys(node.url), env)

  expect(output).toContain(`The node ${new URL(node.url).host} ${reason}`)
  expect(output).not.toContain('s3cret')
  expect(output).not.toContain(btoa('s3cretUser:s3cretPass'))
  expect(output).not.toContain('    at ')
  expect(output.length).toBeLessThan(1_500)
  expect(code).toBe(1)
})

async function chainWithId(chainId: number) {
  return nodeBefore(await startChain({ contracts: false, chainId }))
}

async function nodeBefore(chain: Chain) {
  const node = await startNode()
  node.standBefore(async () => chain)
  onTestFinished(node.stop)
  return { node, client: createChainClient(chain.transport).extend(publicActions) }
}

/** These methods fail so. Returns the transactions that it receives. */
function listen(node: Node, byMethod: Record<string, Fault>): Hex[] {
  const received: Hex[] = []
  node.breakWith(async (call) => {
    if (call.method === 'eth_sendRawTransaction') received.push(call.params[0] as Hex)
    const fault = byMethod[call.method]
    return fault ? fault(call) : call.answer(await call.ask())
  })
  return received
}

function refuses(message: string): Fault {
  return ({ answer, id }) => answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }))
}

function echoes(call: Parameters<Fault>[0]) {
  const url = withKeys('http://node.example')
  refuses(`Over quota: ${url}\n\u001b[2J ${btoa('s3cretUser:s3cretPass')} ${`${url} `.repeat(20)}`)(call)
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-deployments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function deploy(args: string[], nodeUrl: string, env: Record<string, string>) {
  const { ended, output } = start(args, nodeUrl, env)
  return { code: await ended, output: output() }
}

function start(args: string[], nodeUrl: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [setup, 'deploy.ts', ...args], {
    env: { PATH: process.env.PATH, REACT_APP_ALCHEMY_URL: nodeUrl, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  return { child, ended: once(child, 'close').then(([code]) => code), output: () => output }
}
