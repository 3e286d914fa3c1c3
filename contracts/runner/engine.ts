// Runs Solidity tests on EDR, Hardhat's Ethereum simulator.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Artifact,
  IncludeTraces,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  type SolidityTestRunnerConfigArgs,
  type SuiteResult,
} from '@nomicfoundation/edr'
import { CURRENT_HARDFORK, edrContext, type Hardfork } from '../../devchain/engine.ts'
import { type Contracts, readSources, remapped } from '../compile.ts'
import { configForRun, inProfile, readProfiles, type Settings } from './settings.ts'
import { isTest, listContracts, type Suite } from './suites.ts'

export type Run = {
  contracts: Contracts
  suites: Suite[]
  /** A profile of foundry.toml. */
  profile?: string
  hardfork?: Hardfork
  /** Overrides foundry.toml; forge-config comments in the tests override both. */
  settings?: Settings
  includeTraces?: boolean
  /** Called with the tags of the statements that ran, if the contracts are instrumented for coverage. */
  onCoverage?: (tags: Uint8Array[]) => Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const REPORT_TIMEOUT_SECONDS = 30

/** Resolves when `onSuite` has been called for every suite. */
export async function runSuites(run: Run, onSuite: (result: SuiteResult) => void): Promise<void> {
  const pending = new Set(run.suites.map(({ id }) => id.name))
  const report = (result: SuiteResult) => {
    pending.delete(result.id.name)
    onSuite(result)
  }
  const ids = run.suites.map(({ id }) => id)
  await (await edrContext()).runSolidityTests(L1_CHAIN_TYPE, artifactsOf(run), ids, configOf(run), {}, report)
  // EDR's promise may resolve before its last callbacks, so this polls for them.
  for (let i = 0; pending.size > 0 && i < 10 * REPORT_TIMEOUT_SECONDS; i++) await sleep(100)
  if (pending.size > 0) throw new Error(`EDR did not report on ${[...pending].join(', ')}.`)
}

// EDR runs every test function in an ABI, so tests are filtered by removing them from it.
function artifactsOf({ contracts, suites }: Run): Artifact[] {
  const chosen = new Map(suites.map(({ id, tests }) => [id.name, new Set(tests)]))
  return listContracts(contracts).map(({ id, contract: { abi, evm } }) => ({
    id,
    contract: {
      abi: JSON.stringify(abi.filter((part) => !isTest(part) || chosen.get(id.name)?.has(part as never))),
      linkReferences: evm.bytecode.linkReferences,
      deployedLinkReferences: evm.deployedBytecode.linkReferences,
      ...(evm.bytecode.object && {
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      }),
    },
  }))
}

function configOf(run: Run): SolidityTestRunnerConfigArgs {
  const { profile = 'default', hardfork = CURRENT_HARDFORK, settings = {}, includeTraces = false, onCoverage } = run
  const profiles = readProfiles()
  if (!profiles[profile]) throw new Error(`There is no profile ${profile} in foundry.toml.`)
  const effective = { ...inProfile(profile, profiles), ...settings }
  return {
    projectRoot: root,
    hardfork,
    localPredeploys: l1GenesisState(l1HardforkFromString(hardfork)),
    gasLimit: BigInt(Number(effective.gas_limit)),
    // As in forge, a test may use more gas than the block gas limit.
    disableBlockGasLimit: true,
    disableTransactionGasCap: true,
    includeTraces: includeTraces ? IncludeTraces.Failing : IncludeTraces.None,
    ...configForRun(effective),
    ...(onCoverage && { observability: { codeCoverage: { onCollectedCoverageCallback: onCoverage } } }),
    testSourcePaths: pathsIn(profile),
    importMappings: packageImports(),
  }
}

/** Files that the contracts import from packages, by the path that they are imported by. */
function packageImports(): Record<string, string> {
  const sources = Object.values({ ...readSources('contracts/src'), ...readSources('contracts/test') })
  const imports = sources.flatMap(({ content }) => [...content.matchAll(/^import\b[^;]*?"([^."][^"]*)";/gm)])
  return Object.fromEntries(imports.map(([, path = '']) => [path, root + remapped(path)]))
}

/**
 * The test files, which EDR reads for forge-config comments. EDR knows no profile but `default`. For another profile it reads
 * copies in which the numbers of that profile replace the default ones.
 */
function pathsIn(profile: string): Record<string, string> {
  const folder = profile === 'default' ? root : `${root}contracts/cache/${profile}/`
  const tests = readSources('contracts/test')
  if (profile !== 'default') {
    const ofProfile = new RegExp(`default\\.\\S+ = \\d+\\n\\s*/// @custom:${profile} `, 'g')
    cpSync(`${root}contracts/src`, `${folder}contracts/src`, { recursive: true })
    for (const [path, { content }] of Object.entries(tests)) {
      mkdirSync(dirname(folder + path), { recursive: true })
      writeFileSync(folder + path, content.replace(ofProfile, 'default.'))
    }
  }
  return Object.fromEntries(Object.keys(tests).map((path) => [path, folder + path]))
}
