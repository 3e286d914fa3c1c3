// Worker process: runs the tests against one mutant after the other. Tests deploy contracts by name, so replacing the bytecode of
// the original is enough, and the tests are compiled once. Only those that have a mutated library inlined are compiled again.
import { basename } from 'node:path'
import { CompilerError, type Contracts, compileSources, compileTests, readSources } from '../../contracts/compile.ts'
import { measureGas } from '../../contracts/gas.ts'
import { runSuites } from '../../contracts/runner/engine.ts'
import { collectSnapshots, compareSnapshots, readSnapshots, type Snapshots } from '../../contracts/runner/snapshots.ts'
import { findSuites, type Suite } from '../../contracts/runner/suites.ts'
import { inParts } from '../../web/chain/read/inParts.ts'
import type { Fate } from './mutants.ts'

/**
 * Figures that any other code changes: those of deployments, and of calls with a signature. The contract's address follows from its
 * code, and a signature's zero bytes cost less.
 */
const FOLLOWS_FROM_CODE = /deployment|permit|Signed|Circle/
const isOfGas = (test: string) => /^(Gas|LensGas)|\.test_Gas/.test(test)
const LONG = /^(Differential|Invariants|Proofs)/
// Fast tests first: they kill nearly all mutants. Those of gas come last, as they need the optimizer; the one of the code's size is
// left out, because it is on only then.
const STAGES = [
  (test: string) => /\.test_/.test(test) && !LONG.test(test) && !/\.test_CodeSize/.test(test) && !isOfGas(test),
  (test: string) => /\.testFuzz_/.test(test) && !LONG.test(test),
  (test: string) => LONG.test(test),
]
const SETTINGS = {
  // A fixed seed, and few fuzz runs per mutant.
  'fuzz.seed': '0x1',
  'fuzz.runs': 100,
  'invariant.runs': 24,
  // Only pass or fail matters: counterexamples are neither shrunk nor saved.
  'invariant.shrink_run_limit': 0,
  'fuzz.failure_persist_dir': undefined,
  'invariant.failure_persist_dir': undefined,
}

// Without the optimizer a mutant compiles in a third of the time.
const FAST = { optimizer: false } as const

// Gas limit for all but the long suites: a mutant that never ends fails sooner.
const SHORT_GAS_LIMIT = 250_000_000
const isLong = ({ id }: Suite) => LONG.test(id.name)

const sources = readSources('contracts/src')
const tests = readSources('contracts/test')
const optimized = await compileTests()
const original = { ...optimized, ...(await compileSources(sources, Object.keys(sources), FAST)) }
const stages = STAGES.map((isWanted) => findSuites(original, isWanted))
// The suites that killed the last mutants are run first: they often kill the next one too.
const MAX_KILLERS = 4
let killers: Suite[] = []
// Suites that run together. Those that come after a failing part of a stage are spared.
const PART = 10
if (process.argv.includes('check') && ((await anyTestFails(original, stages)) || (await changesGas(optimized))))
  throw new Error('The tests fail without any mutant.')

process.on('message', async (mutant: { file: string; source: string }) => process.send?.(await fateOf(mutant)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function fateOf({ file, source }: { file: string; source: string }): Promise<Fate> {
  const path = `contracts/src/${file}`
  const affected = Object.keys(sources).filter((other) => dependsOn(other, path))
  const mutant = await compileMutant(path, source, affected, FAST)
  if (!mutant) return 'impossible'
  const contracts = { ...original, ...mutant }
  const [fast = [], ...slow] = stages
  if (await anyTestFails(contracts, [killers, fast])) return 'killed'

  const inlining = Object.keys(tests).filter((test) => inlines(test, path))
  const inlined = inlining.length > 0 && (await compileMutant(path, source, inlining, FAST))
  if (inlined && (await anyTestFails({ ...contracts, ...inlined }, [findSuites(inlined)]))) return 'killed'

  if (await anyTestFails(contracts, slow)) return 'killed'
  const precise = await compileMutant(path, source, affected)
  if (!precise) return 'survived'
  if (Object.keys(precise).every((one) => codeOf(precise, one) === codeOf(optimized, one))) return 'same'
  return (await changesGas({ ...optimized, ...precise })) ? 'killed' : 'survived'
}

/** Whether a test of gas fails, or a snapshot differs. */
async function changesGas(contracts: Contracts): Promise<boolean> {
  const measured: Snapshots = {}
  let hasFailed = false
  for (const rules of ['Osaka', 'Amsterdam'] as const) {
    const figures = await measureGas(rules, contracts).catch(() => undefined)
    if (figures) measured[rules] = Object.fromEntries(Object.entries(figures).filter(([name]) => !FOLLOWS_FROM_CODE.test(name)))
    else hasFailed = true
  }
  await runSuites({ contracts, suites: findSuites(optimized, isOfGas) }, (suite) => {
    collectSnapshots(measured, suite)
    hasFailed ||= suite.testResults.some(({ status }) => status !== 'Success')
  })
  return hasFailed || compareSnapshots(readSnapshots(), measured, { isFull: false }).length > 0
}

async function compileMutant(
  path: string,
  content: string,
  wanted: string[],
  options?: typeof FAST,
): Promise<Contracts | undefined> {
  // Every source that is given is analysed, whether its output is wanted or not.
  const wantedTests = Object.fromEntries(Object.entries(tests).filter(([test]) => wanted.includes(test)))
  try {
    return await compileSources({ ...sources, ...wantedTests, [path]: { content } }, wanted, options)
  } catch (error) {
    if (error instanceof CompilerError) return undefined
    throw error
  }
}

function dependsOn(path: string, other: string): boolean {
  const imports = sources[path]?.content.matchAll(/(?<=from "\.\/)\w+\.sol/g) ?? []
  return path === other || [...imports].some(([file]) => dependsOn(`contracts/src/${file}`, other))
}

function inlines(test: string, path: string): boolean {
  const isLibrary = /^library /m.test(sources[path]?.content ?? '')
  return isLibrary && (tests[test]?.content.includes(`src/${basename(path)}"`) ?? false)
}

function codeOf(contracts: Contracts, path: string): string {
  return Object.values(contracts[path] ?? {})
    .map(({ evm }) => evm.bytecode.object)
    .join()
}

async function anyTestFails(contracts: Contracts, groups: Suite[][]): Promise<boolean> {
  for (const part of groups.flatMap((stage) => inParts(stage, PART))) {
    const killer = await firstFailing(contracts, part)
    if (!killer) continue
    if (!isLong(killer)) killers = [killer, ...killers.filter((other) => other !== killer)].slice(0, MAX_KILLERS)
    return true
  }
  return false
}

async function firstFailing(contracts: Contracts, suites: Suite[]): Promise<Suite | undefined> {
  let failing: Suite | undefined
  const settings = suites.some(isLong) ? SETTINGS : { ...SETTINGS, gas_limit: SHORT_GAS_LIMIT }
  await runSuites({ contracts, suites, settings }, ({ id, testResults }) => {
    if (testResults.some(({ status }) => status !== 'Success')) failing ??= suites.find((suite) => suite.id.name === id.name)
  })
  return failing
}
