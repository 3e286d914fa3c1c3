// Compiles with solc and the settings of foundry.toml. Output is cached in contracts/out, by a hash of the input.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { parse } from 'smol-toml'
import type { Abi } from 'viem'

const root = fileURLToPath(new URL('..', import.meta.url))
const outFolder = `${root}contracts/out`
const REFERENCES = 'contracts/test/reference'

type LinkReferences = Record<string, Record<string, { start: number; length: number }[]>>
type Bytecode = { object: string; linkReferences: LinkReferences }
export type Contract = { abi: Abi; evm: { bytecode: Bytecode; deployedBytecode: Bytecode } }
/** By source file, then by contract name. */
export type Contracts = Record<string, Record<string, Contract>>

export type Sources = Record<string, { content: string }>
export class CompilerError extends Error {}

type Output = { errors?: { severity: string; formattedMessage: string }[]; contracts: Contracts }
type Profile = {
  remappings: string[]
  evm_version: string
  optimizer: boolean
  optimizer_runs: number
  bytecode_hash: string
  cbor_metadata: boolean
}

/** The settings shared with forge. */
export function readFoundryToml(): { profile: { default: Profile } } {
  return parse(readFileSync(`${root}foundry.toml`, 'utf8')) as never
}

/** Compiles contracts/src. */
export function compile({ signal }: { signal?: AbortSignal } = {}): Promise<Contracts> {
  const sources = readSources('contracts/src')
  return compileCached('src', standardInput(sources, Object.keys(sources)), signal)
}

/** The compiler's input for contracts/src with all that it imports, as block explorers take it to verify the bytecode. */
export function verificationInput(): string {
  const own = readSources('contracts/src')
  return standardInput(withImports(own), Object.keys(own))
}

function withImports(own: Sources): Sources {
  const sources = { ...own }
  const queue = Object.entries(own)
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [path, { content }] = next
    for (const [, imported = ''] of content.matchAll(/^import\b[^;]*?"([^"]+)";/gm)) {
      const found = imported.startsWith('.') ? posix.join(posix.dirname(path), imported) : remapped(imported)
      if (sources[found]) continue
      const source = { content: readFileSync(`${root}${found}`, 'utf8') }
      sources[found] = source
      queue.push([found, source])
    }
  }
  return sources
}

/** A path of a package's file, relative to the project's root. */
export function remapped(path: string): string {
  const remappings = readFoundryToml().profile.default.remappings.map((entry) => entry.split('='))
  const [from = '', to = ''] = remappings.find(([prefix = '']) => path.startsWith(prefix)) ?? []
  return to + path.slice(from.length)
}

/**
 * Compiles contracts/src and contracts/test, in parallel worker threads. The tests are compiled without the optimizer, which
 * takes a quarter of the time and hardly slows them down. contracts/src and test/reference, whose gas is compared, need the
 * settings of foundry.toml: tests deploy them by name, with `deployCode`, so that they are not embedded in a test's bytecode.
 */
export async function compileTests(): Promise<Contracts> {
  const tests = readSources('contracts/test')
  const others = Object.keys(tests).filter((path) => !path.startsWith(REFERENCES))
  const parts = await Promise.all([
    compile(),
    compileReferences(),
    compileCached('tests', standardInput({ ...readSources('contracts/src'), ...tests }, others, { optimizer: false })),
  ])
  return Object.assign({}, ...parts)
}

/** Compiles contracts/test/reference. */
export function compileReferences(): Promise<Contracts> {
  const sources = readSources(REFERENCES)
  return compileCached('reference', standardInput(withImports(sources), Object.keys(sources)))
}

let reusedSolc: Worker | undefined

/**
 * Compiles the `wanted` ones of these sources, bypassing the cache. The worker thread is reused: from the second call on,
 * this takes a third of the time.
 */
export function compileSources(sources: Sources, wanted: string[], options: Options = {}): Promise<Contracts> {
  reusedSolc ??= startSolc()
  return requestOutput(reusedSolc, standardInput(sources, wanted, options))
}

/** One of the contracts in a folder of contracts/test, without the optimizer. */
export async function compileTestContract(folder: 'tokens' | 'support', name: string): Promise<Contract> {
  const path = `contracts/test/${folder}/${name}.sol`
  const sources = withImports({ [path]: { content: readFileSync(`${root}${path}`, 'utf8') } })
  const contract = (await compileCached(name, standardInput(sources, [path], { optimizer: false })))[path]?.[name]
  if (!contract) throw new Error(`${path} has no ${name}.`)
  return contract
}

/** ABI and deployed bytecode of a token among the test contracts. */
export async function compileTestToken(name: string): Promise<{ abi: Abi; bytecode: `0x${string}` }> {
  const { abi, evm } = await compileTestContract('tokens', name)
  return { abi, bytecode: `0x${evm.deployedBytecode.object}` }
}

/** The Solidity files below a folder, by path relative to the project's root. */
export function readSources(folder: string): Sources {
  const files = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sol'))
  const paths = files.map((file) => `${folder}/${file}`).sort()
  return Object.fromEntries(paths.map((path) => [path, { content: readFileSync(`${root}${path}`, 'utf8') }]))
}

/** Without `optimizer`: as foundry.toml says. */
type Options = { optimizer?: false }

// These two run even without the optimizer, and take a fifth of the time.
const UNOPTIMIZED = { enabled: false, details: { peephole: false, jumpdestRemover: false } }

function standardInput(sources: Sources, wanted: string[], { optimizer }: Options = {}): string {
  const settings = readFoundryToml().profile.default
  const code = (kind: string) => [`evm.${kind}.object`, `evm.${kind}.linkReferences`]
  const output = { '*': ['abi', ...code('bytecode'), ...code('deployedBytecode')] }
  return JSON.stringify({
    language: 'Solidity',
    sources,
    settings: {
      remappings: settings.remappings,
      evmVersion: settings.evm_version,
      optimizer: optimizer === false ? UNOPTIMIZED : { enabled: settings.optimizer, runs: settings.optimizer_runs },
      metadata: { bytecodeHash: settings.bytecode_hash, appendCBOR: settings.cbor_metadata },
      outputSelection: Object.fromEntries(wanted.map((path) => [path, output])),
    },
  })
}

async function compileCached(kind: string, input: string, signal?: AbortSignal): Promise<Contracts> {
  const file = `${outFolder}/${kind}-${hashOf(input)}.json`
  if (!existsSync(file)) writeCache(kind, file, await runSolc(input, signal))
  return JSON.parse(readFileSync(file, 'utf8'))
}

// The lockfile covers the compiler's version and everything that is imported from node_modules.
function hashOf(input: string): string {
  return createHash('sha256')
    .update(input)
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
    .slice(0, 16)
}

// Atomic: written to a temporary file and renamed, so that no other process reads half of it. Then older output is removed.
function writeCache(kind: string, file: string, contracts: Contracts): void {
  mkdirSync(outFolder, { recursive: true })
  const draft = `${outFolder}/draft-${process.pid}-${kind}`
  writeFileSync(draft, JSON.stringify(contracts))
  renameSync(draft, file)
  const older = readdirSync(outFolder).filter((name) => name.startsWith(`${kind}-`) && name !== basename(file))
  for (const name of older) rmSync(`${outFolder}/${name}`, { force: true })
}

async function runSolc(input: string, signal?: AbortSignal): Promise<Contracts> {
  const solc = startSolc()
  signal?.addEventListener('abort', () => solc.terminate())
  try {
    return await requestOutput(solc, input)
  } finally {
    solc.terminate()
  }
}

function startSolc(): Worker {
  return new Worker(new URL('solc.mjs', import.meta.url))
}

async function requestOutput(solc: Worker, input: string): Promise<Contracts> {
  const waiting = new AbortController()
  const next = (event: string) => once(solc, event, { signal: waiting.signal })
  solc.ref()
  solc.postMessage(input)
  const [output] = await Promise.race([next('message'), next('exit')]).finally(() => waiting.abort())
  // An idle worker must not keep the process alive.
  solc.unref()
  if (typeof output !== 'string') throw new Error('The compiler was stopped.')
  const { errors = [], contracts }: Output = JSON.parse(output)
  const mistakes = errors.filter(({ severity }) => severity === 'error').map(({ formattedMessage }) => formattedMessage)
  if (mistakes.length > 0) throw new CompilerError(`The contracts do not compile.\n${mistakes.join('\n')}`)
  return contracts
}
