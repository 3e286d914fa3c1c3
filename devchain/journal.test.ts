import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseEther } from 'viem'
import { estimateGas, getBalance, getBlock, readContract } from 'viem/actions'
import { describe, expect, onTestFinished, test } from 'vitest'
import { publish, take } from '../e2e/support/others.ts'
import { loanBookAbi } from '../web/chain/abi.ts'
import { DAY, DOLLAR } from '../web/loans/loan.ts'
import { people } from './people.ts'
import { type Chain, startChain } from './start.ts'
import { createChainClient } from './testClient.ts'

const { ana, luis, eva } = people

/** A constructor that writes one storage slot and deploys nothing. */
const WRITES_ONE_SLOT = '0x60015f55'

describe('a persisted chain', () => {
  test('is restored after a restart: loans, balances, block numbers and the genesis hash', async () => {
    const file = journalFile()
    const first = await open(file)
    await publish(first, ana, { principal: 70n * DOLLAR, note: 'Otra más' })
    await take(first, luis, 5n)
    await first.chain.answer({ method: 'anvil_addBalance', params: [eva.address, '0x7'] })
    await first.client.increaseTime({ seconds: 3_600 })
    await first.client.mine({ blocks: 30 })
    const before = await stateOf(first)
    await first.chain.stop()

    const second = await open(file)
    expect(await stateOf(second)).toEqual(before)
    await take(second, eva, 1n)
    const later = await stateOf(second)
    await second.chain.stop()
    expect(await stateOf(await open(file))).toEqual(later)
  })

  test('keeps the rules, the genesis hash and the balances of a journal that records no rules', async () => {
    const file = journalFile()
    copyFileSync(new URL('journalOfVersion1.jsonl', import.meta.url), file)
    const messages: string[] = []
    const { client } = await open(file, { contracts: false, log: (message) => messages.push(message) })
    expect((await getBlock(client, { blockNumber: 0n })).hash).toBe(
      '0xcfa69a0e9a6b4616140f631618a291977e60fa43ccae2832481d85202e4f3306',
    )
    expect(await getBalance(client, { address: luis.address })).toBe(parseEther('10007'))
    expect(await estimateGas(client, { account: ana, data: WRITES_ONE_SLOT })).toBeLessThan(100_000n)
    expect(messages).toEqual([expect.stringMatching(/^This chain keeps the rules that it began with\. "npm run reset"/)])
  })

  test.each([
    ['Osaka', 75_171n],
    ['Amsterdam', 316_591n],
  ] as const)('has the rules of %s after a restart, too', async (hardfork, gas) => {
    const file = journalFile()
    const options = { contracts: false, hardfork }
    await (await open(file, options)).chain.stop()
    const { client } = await open(file, options)
    expect(await estimateGas(client, { account: ana, data: WRITES_ONE_SLOT })).toBe(gas)
  })

  test('has a genesis hash of its own', async () => {
    const [one, other] = [await open(journalFile()), await open(journalFile())]
    expect((await stateOf(one)).genesis).not.toBe((await stateOf(other)).genesis)
  })

  test('continues after a pause with one block at the current time, with the offset of evm_increaseTime', async () => {
    const file = journalFile()
    const first = await open(file)
    await first.client.increaseTime({ seconds: DAY })
    await first.client.mine({ blocks: 1 })
    const { number } = await getBlock(first.client)
    await first.chain.stop()

    const { client } = await open(file)
    const block = await getBlock(client)
    expect(block.number).toBe(number + 1n)
    expect(Number(block.timestamp) - Date.now() / 1000).toBeGreaterThan(86_300)
    expect(Number(block.timestamp) - Date.now() / 1000).toBeLessThan(86_401)
  })

  test('adds no line for empty blocks, and still restores the block number', async () => {
    const file = journalFile()
    const first = await open(file, { blockTimeSeconds: 0.02 })
    const lines = readFileSync(file, 'utf8')
    await expect.poll(async () => (await getBlock(first.client)).number).toBeGreaterThan(40n)
    await first.chain.stop()
    expect(readFileSync(file, 'utf8')).toBe(lines)
    const { number } = await getBlock(first.client)

    expect((await getBlock((await open(file)).client)).number).toBe(number + 1n)
  })

  test('restores a pending transaction that an interval block mined', async () => {
    const file = journalFile()
    const first = await open(file)
    await first.client.setAutomine(false)
    const transaction = { from: people.deployer.address, to: eva.address, value: '0x5' }
    await first.chain.answer({ method: 'eth_sendTransaction', params: [transaction] })
    await first.chain.stop()

    const second = await open(file, { blockTimeSeconds: 0.02 })
    const funded = 10_000n * 10n ** 18n + 5n
    // Eva has only paid the gas of her example offer.
    const spent = async ({ client }: World) => funded - (await getBalance(client, { address: eva.address }))
    const paid = await spent(first)
    await expect.poll(() => spent(second)).toBe(paid - 5n)
    await second.chain.stop()
    expect(await spent(await open(file))).toBe(paid - 5n)
  })

  test('replays a transaction with a low fee, sent after the base fee had fallen', { tags: 'long' }, async () => {
    const file = journalFile()
    const first = await open(file, { blockTimeSeconds: 0.005 })
    const feeOf = async ({ client }: World) => (await getBlock(client)).baseFeePerGas ?? 0n
    await expect.poll(() => feeOf(first), { timeout: 30_000 }).toBeLessThan(1_000_000n)
    const transaction = { from: people.deployer.address, to: eva.address, maxFeePerGas: '0xf4240', maxPriorityFeePerGas: '0x1' }
    expect(await first.chain.answer({ method: 'eth_sendTransaction', params: [transaction] })).toHaveProperty('result')
    const balance = await getBalance(first.client, { address: people.deployer.address })
    await first.chain.stop()

    expect(await getBalance((await open(file)).client, { address: people.deployer.address })).toBe(balance)
  })

  test('does not log a call that failed', async () => {
    const file = journalFile()
    const { chain } = await open(file)
    const lines = readFileSync(file, 'utf8')
    expect(await chain.answer({ method: 'eth_sendRawTransaction', params: ['0x02'] })).toHaveProperty('error')
    expect(await chain.answer({ method: 'anvil_addBalance', params: [eva.address, 'much'] })).toHaveProperty('error')
    expect(readFileSync(file, 'utf8')).toBe(lines)
  })
})

describe('a damaged journal', () => {
  test('a half-written last line is dropped, with a message', async () => {
    const file = journalFile()
    const first = await open(file)
    const before = await stateOf(first)
    await first.chain.stop()
    const whole = readFileSync(file, 'utf8')
    appendFileSync(file, '{"head":18,"method":"hardhat_setBal')

    const messages: string[] = []
    const second = await open(file, { log: (message) => messages.push(message) })
    expect(messages).toEqual(['The last change to the embedded chain was not written to its end: it is left out.'])
    expect(await stateOf(second)).toEqual(before)
    expect(readFileSync(file, 'utf8')).toBe(whole)
  })

  test.each([
    ['that cannot be read', (line: string) => line.slice(2), 'line 3 cannot be read'],
    ['that is no change', () => '{"head":1}', 'line 3 cannot be read'],
    ['that does not fit', (line: string) => line.replace('0x02', '0x03'), 'line 3 fails: '],
    ['of a block that cannot follow', (line: string) => line.replace(/"time":\d+/, '"time":1'), 'line 3 fails: '],
  ])('a line in the middle %s stops the start, also where the last one is torn', async (_, damage, reason) => {
    const file = journalFile()
    await (await open(file)).chain.stop()
    const lines = readFileSync(file, 'utf8').split('\n')
    const damaged = `${lines.map((line, index) => (index === 2 ? damage(line) : line)).join('\n')}{"head":18,"met`
    writeFileSync(file, damaged)

    await expectRefusal(file, reason)
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  })

  const GENESIS = { chainId: 31337, time: 1_700_000_000, salt: `0x${'ab'.repeat(20)}` }

  test.each([
    ['is empty', '', 'it is empty'],
    ['has half a first line', '{"chainId":31337,"ti', 'its first line is not the genesis of a chain'],
    ['begins with an empty line', '\n', 'its first line is not the genesis of a chain'],
    ['is no JSON', 'hola\n', 'its first line is not the genesis of a chain'],
    ['is JSON of something else', '{"name":"entrepares"}\n', 'its first line is not the genesis of a chain'],
    ['has an empty genesis', '{}\n', 'its first line is not the genesis of a chain'],
    ['has null for a genesis', 'null\n', 'its first line is not the genesis of a chain'],
    ['is of a later version', JSON.stringify({ ...GENESIS, version: 2 }), 'its first line is not the genesis of a chain'],
    ['has a time that is none', JSON.stringify({ ...GENESIS, time: '1' }), 'its first line is not the genesis of a chain'],
    [
      'has a salt that is no address',
      JSON.stringify({ ...GENESIS, salt: '0x1' }),
      'its first line is not the genesis of a chain',
    ],
    ['is of another chain', JSON.stringify({ ...GENESIS, chainId: 1 }), 'it is of chain 1 instead of 31337'],
  ])('a file that %s starts no chain, is told with the way out, and is not changed', async (_, text, reason) => {
    const file = journalFile()
    const whole = text.endsWith('}') ? `${text}\n` : text
    writeFileSync(file, whole)
    await expectRefusal(file, reason)
    expect(readFileSync(file, 'utf8')).toBe(whole)
    expect(readdirSync(dirname(file))).toEqual([basename(file)])
  })

  test('so is a folder in its place, and one that cannot be made', async () => {
    const file = journalFile()
    mkdirSync(file)
    await expectRefusal(file, 'EISDIR')

    const other = journalFile()
    writeFileSync(dirname(other).concat('/file'), '')
    await expectRefusal(join(dirname(other), 'file', 'chain.jsonl'), 'EEXIST')
  })

  test.each(['', 'many\n', '-3\n', '1.5\n', '1e400\n'])('a saved height of %j counts as none', async (height) => {
    const file = journalFile()
    const first = await open(file, { contracts: false })
    await first.chain.stop()
    writeFileSync(`${file}.height`, height)
    expect((await getBlock((await open(file, { contracts: false })).client)).number).toBe(1n)
  })
})

/** One sentence that names the file and the way out; and no lock is left behind. */
async function expectRefusal(file: string, reason: string) {
  for (const _ of [1, 2]) {
    const { message } = await startChain({ journalFile: file }).then(
      () => expect.fail('A chain was started.'),
      (error: Error) => error,
    )
    expect(message).toContain(`The embedded chain cannot be restored from ${file} (${reason}`)
    expect(message.endsWith('): "npm run reset" deletes it, and the next start begins a new one.'), message).toBe(true)
    expect(message).not.toContain('\n')
  }
}

describe('one process at a time', () => {
  test('a second start fails with the pid of the process that holds the lock', async () => {
    const file = journalFile()
    await open(file)
    await expect(startChain({ journalFile: file })).rejects.toThrow(`in use by process ${process.pid}.`)
  })

  test('a killed process loses nothing that it has answered, and releases the lock', { tags: 'long' }, async () => {
    const file = journalFile()
    for (const round of [1, 2, 3]) {
      const offers = await publishAndBeKilled(file)
      const { chain, client } = await open(file)
      const book = { address: chain.deployment?.loanBook ?? '0x', abi: loanBookAbi } as const
      expect(offers).toBe(5 + round)
      expect(Number(await readContract(client, { ...book, functionName: 'nextId' }))).toBe(offers)
      await chain.stop()
    }
  })
})

type World = Awaited<ReturnType<typeof open>>

async function open(file: string, options: Parameters<typeof startChain>[0] = {}) {
  const chain = await startChain({ journalFile: file, ...options })
  let isOpen = true
  const stop = async () => {
    if (isOpen) await chain.stop()
    isOpen = false
  }
  onTestFinished(stop)
  return { chain: { ...chain, stop } satisfies Chain, client: createChainClient(chain.transport) }
}

async function stateOf({ chain, client }: World) {
  const book = { address: chain.deployment?.loanBook ?? '0x', abi: loanBookAbi } as const
  const ids = Array.from({ length: Number(await readContract(client, { ...book, functionName: 'nextId' })) }, (_, id) =>
    BigInt(id),
  )
  return {
    genesis: (await getBlock(client, { blockNumber: 0n })).hash,
    loans: await Promise.all(ids.map((id) => readContract(client, { ...book, functionName: 'getOffer', args: [id] }))),
    balances: await Promise.all([ana, luis, eva].map(({ address }) => getBalance(client, { address }))),
  }
}

function journalFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'chain.jsonl')
}

/** Publishes in a child process, which is killed (SIGKILL) once it reports that. Returns the id of the next offer. */
async function publishAndBeKilled(file: string): Promise<number> {
  const script = `
    import { startChain } from '${new URL('start.ts', import.meta.url)}'
    import { people } from '${new URL('people.ts', import.meta.url)}'
    import { publish } from '${new URL('../e2e/support/others.ts', import.meta.url)}'
    const chain = await startChain({ journalFile: ${JSON.stringify(file)} })
    console.log(Number(await publish({ chain }, people.ana, {})) + 1)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], { stdio: 'pipe' })
  let errorOutput = ''
  child.stderr.on('data', (data) => {
    errorOutput += data
  })
  const ended = once(child, 'exit')
  const reported = await Promise.race([once(child.stdout, 'data'), ended])
  child.kill('SIGKILL')
  await ended
  if (!(reported[0] instanceof Buffer)) throw new Error(errorOutput)
  return Number(reported[0].toString())
}
