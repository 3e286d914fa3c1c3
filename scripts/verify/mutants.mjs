// Do the tests notice mistakes? Each mutant of the contracts is tested in a copy of the project; one that no test
// refuses has survived. Survivors that behave exactly like the original are listed, with the reason, in
// equivalentMutants.json; any other survivor fails the run, and so does a list that is out of date.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foundryBinary } from '../foundry.mjs'
import { mutate } from './mutate.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = 'contracts/src'
const FILES = readdirSync(join(ROOT, SOURCES)).filter((file) => !/^I[A-Z]/.test(file))
const LEAST_SCORE = 0.95
const WORKERS = 2
const MINUTES_AT_MOST = 5

// The quick tests first: they refuse nearly all. Gas is no behaviour, so its tests have no say.
const STAGES = [
  ['--no-match-contract', 'Gas|Differential|Invariants'],
  ['--match-contract', 'Differential|Invariants'],
]
// The same dice for every mutant, and few throws. Tests are linked to the contracts only when they run, so that a
// mutant costs the compilation of one contract and not of all tests.
const SETTINGS = {
  FOUNDRY_FUZZ_RUNS: '150',
  FOUNDRY_FUZZ_SEED: '0x1',
  FOUNDRY_INVARIANT_RUNS: '24',
  FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
}

export async function mutants(only = '') {
  const equivalent = JSON.parse(readFileSync(new URL('equivalentMutants.json', import.meta.url), 'utf8'))
  const queue = FILES.flatMap(mutantsOf).filter((mutant) => nameOf(mutant).includes(only))
  const all = [...queue]
  console.log(`${all.length} mutants`)
  await Promise.all(Array.from({ length: WORKERS }, () => work(queue, all.length)))
  return judge(all, equivalent, only)
}

function mutantsOf(file) {
  return mutate(readFileSync(join(ROOT, SOURCES, file), 'utf8')).map((mutant) => ({ ...mutant, file }))
}

function nameOf({ file, line, before, after }) {
  return `${file}:${line}  ${before}  ⇒  ${after}`
}

async function work(queue, count) {
  const copy = copyProject()
  try {
    const before = await forge(copy, ['test', ...STAGES[0]])
    if (before.code !== 0) throw new Error(`The tests fail without any mutant:\n${before.output}`)
    const original = bytecode(copy)
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      mutant.fate = await fateOf(mutant, copy, original)
      if (mutant.fate === 'survived') console.log(`survived  ${nameOf(mutant)}`)
      if (queue.length % 50 === 0) console.log(`${count - queue.length} of ${count}`)
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

async function fateOf(mutant, copy, original) {
  const path = join(copy, SOURCES, mutant.file)
  writeFileSync(path, mutant.source)
  try {
    for (const stage of STAGES) {
      const { code, output } = await forge(copy, ['test', '--fail-fast', ...stage])
      if (/Compiler run failed|Error: Compilation failed/.test(output)) return 'impossible'
      if (code !== 0) return 'killed'
      if (bytecode(copy) === original) return 'same'
    }
    return 'survived'
  } finally {
    cpSync(join(ROOT, SOURCES, mutant.file), path)
  }
}

function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
  mkdirSync(join(copy, 'contracts'))
  for (const part of ['foundry.toml', 'package.json', 'contracts/solc.mjs', 'contracts/src', 'contracts/test']) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function forge(cwd, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(foundryBinary('forge'), words, {
      cwd,
      env: { ...process.env, ...SETTINGS },
      timeout: MINUTES_AT_MOST * 60_000,
      killSignal: 'SIGKILL',
    })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('error', reject)
    // A mutant that never ends was noticed too.
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function bytecode(copy) {
  const artifacts = FILES.map((file) => join(copy, 'contracts/out', file, file.replace('.sol', '.json')))
  return artifacts.map((artifact) => JSON.parse(readFileSync(artifact, 'utf8')).bytecode.object).join()
}

function judge(all, equivalent, only) {
  const count = (fate) => all.filter((mutant) => mutant.fate === fate).length
  const [killed, survived] = [count('killed'), count('survived')]
  const score = killed / (killed + survived)
  const reasons = new Map(equivalent.map((entry) => [keyOf(entry), entry.reason]))
  const survivors = all.filter((mutant) => mutant.fate === 'survived')
  const unexplained = survivors.filter((mutant) => !reasons.has(keyOf(mutant)))
  const seen = new Set(survivors.map(keyOf))
  const outdated = only ? [] : equivalent.filter((entry) => !seen.has(keyOf(entry)))

  console.log(`\n${killed} killed, ${survived} survived: ${(100 * score).toFixed(1)} %`)
  console.log(`Not counted: ${count('impossible')} that do not compile, ${count('same')} that compile to the same code.`)
  for (const mutant of survivors) console.log(`\n${nameOf(mutant)}\n  ${reasons.get(keyOf(mutant)) ?? 'NOT LISTED: a test is missing'}`)
  for (const entry of outdated) console.log(`\nListed as equivalent, but it did not survive: ${entry.file}  ${entry.before}  ⇒  ${entry.after}`)
  return score >= LEAST_SCORE && unexplained.length === 0 && outdated.length === 0
}

// Without the line number: the list must not change when a line is added above.
function keyOf({ file, before, after }) {
  return [file, before, after].join('\n')
}
