// Runs the npm commands in a copy of the project.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from './lib/ports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const EXCLUDED = new Set(['node_modules', '.git', '.chain', 'dist', 'test-results'])
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'entrepares-start-'))
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || !EXCLUDED.has(basename(path)) })
  symlinkSync(`${root}node_modules`, `${copy}/node_modules`)
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

beforeEach(() => rmSync(`${copy}/.chain`, { recursive: true, force: true }))

test('npm run dev serves the app and the JSON-RPC endpoint at one address, for its own pages only', async () => {
  const { url, output } = await start('dev')
  expect(output()).toContain(`Node:       ${url}/rpc`)
  expect(await (await fetch(`${url}/login`)).text()).toContain('<div id="root">')
  expect(await ask(url, 'eth_chainId', url)).toEqual({ status: 200, result: '0x7a69' })
  expect(await ask(url, 'eth_chainId', 'http://evil.example')).toEqual({ status: 403, result: undefined })
})

test('every signal ends all processes, and the chain persists until npm run reset', async () => {
  const first = await start('dev')
  const genesis = await genesisOf(first.url)

  for (const command of ['dev', 'reset']) {
    const second = run(command, { PORT: `${await freePort()}` })
    await once(second.npm, 'exit')
    expect(second.output()).toMatch(/The embedded chain is in use by process \d+\. End that one first\./)
    expect(second.npm.exitCode).toBe(1)
  }

  for (const signal of ['SIGKILL', 'SIGHUP', 'SIGINT'] as const) {
    const { npm, url, gone } = signal === 'SIGKILL' ? first : await start('dev')
    expect(await genesisOf(url)).toBe(genesis)
    npm.kill(signal)
    await gone()
  }

  await once(run('reset').npm, 'exit')
  expect(existsSync(`${copy}/.chain`)).toBe(false)
  expect(await genesisOf((await start('dev')).url)).not.toBe(genesis)
}, 300_000)

test('a kept chain that is empty or foreign starts nothing and is told in one sentence; npm run reset is the way out', async () => {
  const file = `${copy}/.chain/loans.jsonl`
  mkdirSync(`${copy}/.chain`)
  for (const [text, reason] of [
    ['', 'it is empty'],
    ['{}\n', 'its first line is not the genesis of a chain'],
  ] as const) {
    writeFileSync(file, text)
    const port = await freePort()
    const refused = run('dev', { PORT: `${port}` })
    await once(refused.npm, 'exit')
    expect(refused.output()).toContain(
      `\nThe embedded chain cannot be restored from ${file} (${reason}): "npm run reset" deletes it, and the next start begins a new one.\n`,
    )
    expect(refused.output()).not.toContain('    at ')
    expect(refused.output()).not.toContain('Building the app')
    expect(refused.npm.exitCode).toBe(1)
    expect(await isListening(port)).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
  await once(run('reset').npm, 'exit')
  expect(existsSync(file)).toBe(false)
})

function run(command: string, env: Record<string, string> = {}) {
  const npm = spawn('npm', ['run', command], { cwd: copy, env: { ...process.env, ...env }, stdio: 'pipe' })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  return { npm, output: () => output }
}

/** Runs a command and waits until the app is served; ends it with the test. */
async function start(command: string) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { npm, output } = run(command, { PORT: `${port}` })
  const gone = () => expect.poll(() => isListening(port), { timeout: 30_000 }).toBe(false)
  onTestFinished(async () => {
    npm.kill('SIGTERM')
    await gone()
  })
  await expect.poll(() => output() + exitOf(npm), { timeout: 90_000, interval: 100 }).toMatch(/Ctrl-C ends all of it|exited/)
  expect(output()).toContain(`EntrePares: ${url}`)
  return { npm, url, output, gone }
}

function exitOf({ exitCode }: ChildProcess): string {
  return exitCode === null ? '' : `exited with ${exitCode}`
}

async function ask(url: string, method: string, origin?: string, ...params: unknown[]) {
  const answer = await fetch(`${url}/rpc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(origin && { Origin: origin }) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: answer.status, result: answer.ok ? (await answer.json()).result : undefined }
}

async function genesisOf(url: string): Promise<string> {
  return (await ask(url, 'eth_getBlockByNumber', undefined, '0x0', false)).result.hash
}

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
}
