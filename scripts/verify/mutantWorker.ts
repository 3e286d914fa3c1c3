// Tests one mutant after the other. Tests deploy the contracts by name, so it is enough to put the mutant's code in the
// place of the original's.
import { CompilerError, type Contracts, compileSources, compileTests, readSources } from '../../contracts/compile.ts'
import { runSuites } from '../../contracts/runner/engine.ts'
import { findSuites } from '../../contracts/runner/suites.ts'
import type { Fate } from './mutants.ts'

// The quick tests first: they refuse nearly all. Gas is no behaviour, so its tests have no say.
const STAGES = [
  (test: string) => /\.test_/.test(test) && !/^(Gas|Differential|Invariants)|\.test_Gas/.test(test),
  (test: string) => /\.testFuzz_/.test(test) && !/^Differential/.test(test),
  (test: string) => /^(Differential|Invariants)/.test(test),
]
const SETTINGS = {
  // The same dice for every mutant, and few throws.
  'fuzz.seed': '0x1',
  'fuzz.runs': 100,
  'invariant.runs': 24,
  // It only counts whether they fail: no shorter counterexample is sought, and none is kept.
  'invariant.shrink_run_limit': 0,
  'fuzz.failure_persist_dir': undefined,
  'invariant.failure_persist_dir': undefined,
}

const sources = readSources('contracts/src')
const original = await compileTests()
if (process.argv.includes('check') && (await refuses(original))) throw new Error('The tests fail without any mutant.')

process.on('message', async (mutant: { file: string; source: string }) => process.send?.(await fateOf(mutant)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function fateOf({ file, source }: { file: string; source: string }): Promise<Fate> {
  const mutant = await compileMutant(`contracts/src/${file}`, source)
  if (!mutant) return 'impossible'
  if (Object.keys(mutant).every((path) => codeOf(mutant, path) === codeOf(original, path))) return 'same'
  return (await refuses({ ...original, ...mutant })) ? 'killed' : 'survived'
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

async function refuses(contracts: Contracts): Promise<boolean> {
  for (const isWanted of STAGES) {
    let refused = false
    await runSuites({ contracts, suites: findSuites(contracts, isWanted), settings: SETTINGS }, ({ testResults }) => {
      refused ||= testResults.some(({ status }) => status !== 'Success')
    })
    if (refused) return true
  }
  return false
}
