// One copy of the project, in which one mutant after the other is tested. Tests are linked to the contracts only when
// they run, so it is enough to put the mutant's bytecode in the place of the original's.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { foundryBinary } from '../foundry.mjs'
import type { Fate } from './mutants.ts'

const copy = process.argv[2] ?? ''
const root = fileURLToPath(new URL('../..', import.meta.url))
const MINUTES_AT_MOST = 5

// The quick tests first: they refuse nearly all. Gas is no behaviour, so its tests have no say.
const STAGES = [
  ['--no-match-contract', '^Gas|Differential|Invariants', '--no-match-test', '^test_Gas'],
  ['--match-contract', 'Differential|Invariants'],
]
// The same dice for every mutant, and few throws.
const SETTINGS = {
  FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
  FOUNDRY_FUZZ_RUNS: '100',
  FOUNDRY_FUZZ_SEED: '0x1',
  FOUNDRY_INVARIANT_RUNS: '24',
}

type Code = Record<string, string>
type Answer = {
  errors?: { severity: string }[]
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}
type Config = {
  src: string
  out: string
  remappings: string[]
  evm_version: string
  optimizer: boolean
  optimizer_runs: number
  bytecode_hash: string
  cbor_metadata: boolean
}

copyProject()
const config: Config = JSON.parse(forge('config', '--json').output)
const sources: Record<string, string> = Object.fromEntries(
  readdirSync(join(copy, config.src)).map((file) => [file, readFileSync(join(copy, config.src, file), 'utf8')]),
)
for (const stage of STAGES) {
  const { code, output } = forge('test', ...stage)
  if (code !== 0) throw new Error(`The tests fail without any mutant:\n${output}`)
}
const original = compile(sources) ?? {}
for (const [name, bytecode] of Object.entries(original)) {
  if (readArtifact(name).bytecode.object !== `0x${bytecode}`) throw new Error(`${name} compiles differently here than in forge`)
}
process.on('message', (mutant: { file: string; source: string }) => process.send?.(fateOf(mutant)))
process.send?.('ready')

function fateOf({ file, source }: { file: string; source: string }): Fate {
  const compiled = compile({ [file]: source })
  if (!compiled) return 'impossible'
  const changed = Object.entries(compiled).filter(([name, code]) => code !== original[name])
  if (changed.length === 0) return 'same'
  for (const [name, code] of changed) writeArtifact(name, code)
  const refused = STAGES.some((stage) => forge('test', '--fail-fast', ...stage).code !== 0)
  for (const [name] of changed) writeArtifact(name, original[name])
  return refused ? 'killed' : 'survived'
}

/** The creation code of every contract that these files are a part of; nothing if they make no sense. */
function compile(changed: Record<string, string>): Code | undefined {
  const affected = Object.keys(sources).filter((name) => Object.keys(changed).some((file) => dependsOn(name, file)))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      Object.entries({ ...sources, ...changed }).map(([name, content]) => [`${config.src}/${name}`, { content }]),
    ),
    settings: {
      remappings: config.remappings,
      evmVersion: config.evm_version,
      optimizer: { enabled: config.optimizer, runs: config.optimizer_runs },
      metadata: { bytecodeHash: config.bytecode_hash, appendCBOR: config.cbor_metadata },
      outputSelection: Object.fromEntries(affected.map((name) => [`${config.src}/${name}`, { '*': ['evm.bytecode.object'] }])),
    },
  }
  const readImport = (path: string) => ({ contents: readFileSync(join(root, path), 'utf8') })
  const { errors = [], contracts }: Answer = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
  if (errors.some(({ severity }) => severity === 'error')) return undefined
  return Object.fromEntries(
    Object.values(contracts).flatMap((inFile) => Object.entries(inFile).map(([name, { evm }]) => [name, evm.bytecode.object])),
  )
}

function dependsOn(name: string, file: string): boolean {
  const imports = sources[name]?.matchAll(/(?<=from "\.\/)\w+\.sol/g) ?? []
  return name === file || [...imports].some(([imported]) => dependsOn(imported, file))
}

function copyProject() {
  mkdirSync(join(copy, 'contracts'), { recursive: true })
  for (const part of ['foundry.toml', 'package.json', 'contracts/src', 'contracts/test']) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  cpSync(join(root, 'scripts/verify/rememberingSolc.mjs'), join(copy, 'contracts/solc.mjs'))
  chmodSync(join(copy, 'contracts/solc.mjs'), 0o755)
}

// A mutant that never ends was noticed too: forge is stopped and has no exit code.
function forge(...words: string[]): { code: number; output: string } {
  const { status, stdout, stderr } = spawnSync(foundryBinary('forge'), words, {
    cwd: copy,
    env: { ...process.env, ...SETTINGS },
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: MINUTES_AT_MOST * 60_000,
    killSignal: 'SIGKILL',
  })
  return { code: status ?? 1, output: `${stdout}${stderr && status ? stderr : ''}` }
}

function pathOf(name: string): string {
  return join(copy, config.out, `${basename(name)}.sol`, `${name}.json`)
}

function readArtifact(name: string): { bytecode: { object: string } } {
  return JSON.parse(readFileSync(pathOf(name), 'utf8'))
}

function writeArtifact(name: string, bytecode = ''): void {
  const artifact = readArtifact(name)
  artifact.bytecode.object = `0x${bytecode}`
  writeFileSync(pathOf(name), JSON.stringify(artifact))
}
