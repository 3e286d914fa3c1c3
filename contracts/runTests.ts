import type { SuiteResult } from '@nomicfoundation/edr'
import { CURRENT_HARDFORK, type Hardfork } from '../devchain/engine.ts'
import { compileTests } from './compile.ts'
import { measureGas } from './gas.ts'
import { runSuites } from './runner/engine.ts'
import { describeFailure, describeSuite } from './runner/report.ts'
import { collectSnapshots, compareSnapshots, readSnapshots, type Snapshots, writeSnapshots } from './runner/snapshots.ts'
import { findSuites } from './runner/suites.ts'

export type Options = {
  /** A profile of foundry.toml. */
  profile?: string | undefined
  hardfork?: Hardfork
  /** Filters of the tests to run, matched against `Contract.function`. */
  match?: RegExp | undefined
  exclude?: RegExp | undefined
  /** Writes the gas snapshots instead of comparing them. */
  updateSnapshots?: boolean | undefined
}

/**
 * Compiles and runs the tests in contracts/test, and measures the gas of commands if no filter is set. Prints one line per suite, and traces of failures. Gas snapshots that differ
 * count as one more failure.
 */
export async function runContractTests(options: Options = {}): Promise<{ passed: number; failed: number }> {
  const { profile = 'default', hardfork = CURRENT_HARDFORK, match = /./, exclude = /(?!)/, updateSnapshots = false } = options
  const isFull = !options.match && !options.exclude
  if (updateSnapshots && !isFull) throw new Error('Gas snapshots are written by a run of all tests only.')

  const contracts = await compileTests()
  const isWanted = (test: string) => match.test(test) && !exclude.test(test)
  const suites = findSuites(contracts, isWanted)
  const run = { contracts, profile, hardfork }
  const passing = new Set<string>()
  const measured: Snapshots = {}
  await runSuites({ ...run, suites }, (suite) => {
    for (const { name, status } of suite.testResults) {
      if (status === 'Success') passing.add(`${suite.id.name}.${name.replace(/\(.*/, '')}`)
    }
    collectSnapshots(measured, suite)
    console.log(describeSuite(suite))
    printFailures(suite)
  })
  // Once more, now with traces: recording them always would take a third longer.
  const failing = findSuites(contracts, (test) => isWanted(test) && !passing.has(test))
  if (failing.length > 0) await runSuites({ ...run, suites: failing, includeTraces: true }, printFailures)
  const passed = passing.size
  // Everything that did not pass counts as failed: also skipped tests, and tests that did not run because setUp failed.
  let failed = suites.flatMap(({ tests }) => tests).length - passed
  if (suites.length === 0) {
    console.log('There is no such test.')
    failed++
  }

  if (isFull) for (const rules of ['Osaka', 'Amsterdam'] as const) measured[rules] = await measureGas(rules, contracts)
  if (updateSnapshots && failed === 0) writeSnapshots(measured)
  const differences = compareSnapshots(readSnapshots(), measured, { isFull })
  for (const difference of differences) console.log(difference)
  if (differences.length > 0) failed++
  console.log(`${passed} passed, ${failed} failed`)
  return { passed, failed }
}

function printFailures(suite: SuiteResult): void {
  for (const result of suite.testResults) if (result.status !== 'Success') console.log(describeFailure(suite, result))
}
