// Runs Solidity tests on EDR, Hardhat's Ethereum simulator.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Artifact,
  EdrContext,
  IncludeTraces,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  l1SolidityTestRunnerFactory,
  type SolidityTestRunnerConfigArgs,
  type SuiteResult,
  type TestFunctionOverride,
} from '@nomicfoundation/edr'
import { toFunctionSelector } from 'viem'
import { type Contracts, readSources } from '../compile.ts'
import { readInlineConfig } from './inlineConfig.ts'
import { configForRun, configForTest, hardforkOf, inProfile, type Profiles, readProfiles, type Settings } from './settings.ts'
import { findSuites, isTest, listContracts, type Suite } from './suites.ts'

export type Run = {
  contracts: Contracts
  suites: Suite[]
  /** A profile of foundry.toml. */
  profile?: string
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
  context ??= createContext()
  await (await context).runSolidityTests(L1_CHAIN_TYPE, artifactsOf(run), ids, configOf(run), {}, report)
  // EDR's promise may resolve before its last callbacks, so this polls for them.
  for (let i = 0; pending.size > 0 && i < 10 * REPORT_TIMEOUT_SECONDS; i++) await sleep(100)
  if (pending.size > 0) throw new Error(`EDR did not report on ${[...pending].join(', ')}.`)
}

// A singleton: EDR allows one context per process.
let context: Promise<EdrContext> | undefined

async function createContext(): Promise<EdrContext> {
  const created = new EdrContext()
  await created.registerSolidityTestRunnerFactory(L1_CHAIN_TYPE, l1SolidityTestRunnerFactory())
  return created
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
  const { contracts, profile = 'default', settings = {}, includeTraces = false, onCoverage } = run
  const profiles = readProfiles()
  if (!profiles[profile]) throw new Error(`There is no profile ${profile} in foundry.toml.`)
  const layers = [profiles, { [profile]: settings }]
  const effective = inProfile(profile, layers)
  const hardfork = hardforkOf(effective)
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
    testFunctionOverrides: readOverrides(contracts, profile, layers),
  }
}

function readOverrides(contracts: Contracts, profile: string, layers: Profiles[]): TestFunctionOverride[] {
  const suites = findSuites(contracts)
  const comments = readComments(suites)
  return suites.flatMap(({ id, tests }) =>
    tests.flatMap((test) => {
      const own = [comments[id.name], comments[`${id.name}.${test.name}`]].filter((layer) => layer !== undefined)
      if (own.length === 0) return []
      const config = configForTest(inProfile(profile, [...layers, ...own]))
      return [{ identifier: { contractArtifact: id, functionSelector: toFunctionSelector(test) }, config }]
    }),
  )
}

function readComments(suites: Suite[]): Record<string, Profiles> {
  const sources = Object.values(readSources('contracts/test'))
  const comments: Record<string, Profiles> = Object.assign({}, ...sources.map(({ content }) => readInlineConfig(content)))
  const known = suites.flatMap(({ id, tests }) => [id.name, ...tests.map(({ name }) => `${id.name}.${name}`)])
  const unmatched = Object.keys(comments).find((name) => !known.includes(name))
  if (unmatched) throw new Error(`${unmatched} has a forge-config comment, but is no test that is run under this name.`)
  return comments
}
