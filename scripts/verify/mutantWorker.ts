// Worker process: runs the tests against one mutant after the other. Tests deploy contracts by name, so replacing the bytecode of
// the original is enough, and the tests are compiled once.
import { CompilerError, type Contracts, compileSources, compileTests, readSources } from '../../contracts/compile.ts'
import { runSuites } from '../../contracts/runner/engine.ts'
import { findSuites } from '../../contracts/runner/suites.ts'
import type { Fate } from './mutants.ts'

// Fast tests first: they kill nearly all mutants. Gas tests are left out, because gas is not behaviour.
const STAGES = [
  (test: string) => /\.test_/.test(test) && !/^(Gas|Differential|Invariants)|\.test_Gas/.test(test),
  (test: string) => /\.testFuzz_/.test(test) && !/^Differential/.test(test),
  (test: string) => /^(Differential|Invariants)/.test(test),
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

const sources = readSources('contracts/src')
const original = await compileTests()
if (process.argv.includes('check') && (await anyTestFails(original))) throw new Error('The tests fail without any mutant.')

process.on('message', async (mutant: { file: string; source: string }) => process.send?.(await fateOf(mutant)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function fateOf({ file, source }: { file: string; source: string }): Promise<Fate> {
  const mutant = await compileMutant(`contracts/src/${file}`, source)
  if (!mutant) return 'impossible'
  if (Object.keys(mutant).every((path) => codeOf(mutant, path) === codeOf(original, path))) return 'same'
  return (await anyTestFails({ ...original, ...mutant })) ? 'killed' : 'survived'
}

async function compileMutant(path: string, content: string): Promise<Contracts | undefined> {
  const affected = Object.keys(sources).filter((other) => dependsOn(other, path))
  try {
    return await compileSources({ ...sources, [path]: { content } }, affected)
  } catch (error) {
    if (error instanceof CompilerError) return undefined
    throw error
  }
}

function dependsOn(path: string, other: string): boolean {
  const imports = sources[path]?.content.matchAll(/(?<=from "\.\/)\w+\.sol/g) ?? []
  return path === other || [...imports].some(([file]) => dependsOn(`contracts/src/${file}`, other))
}

function codeOf(contracts: Contracts, path: string): string {
  return Object.values(contracts[path] ?? {})
    .map(({ evm }) => evm.bytecode.object)
    .join()
}

async function anyTestFails(contracts: Contracts): Promise<boolean> {
  for (const isWanted of STAGES) {
    let failed = false
    await runSuites({ contracts, suites: findSuites(contracts, isWanted), settings: SETTINGS }, ({ testResults }) => {
      failed ||= testResults.some(({ status }) => status !== 'Success')
    })
    if (failed) return true
  }
  return false
}
