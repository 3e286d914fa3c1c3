// Translates forge's settings, from foundry.toml and inline config, to EDR's.
import { fileURLToPath } from 'node:url'
import type { SolidityTestRunnerConfigArgs, TestFunctionConfigOverride } from '@nomicfoundation/edr'
import { readFoundryToml } from '../compile.ts'

/** Flat, by forge's dotted name: `{ 'fuzz.runs': 256 }`. */
export type Settings = Record<string, unknown>
/** By profile. */
export type Profiles = Record<string, Settings>

const root = fileURLToPath(new URL('../..', import.meta.url))
const PER_TEST = ['isolate', 'fuzz.runs', 'invariant.runs', 'invariant.depth', 'invariant.fail_on_revert']
const PER_RUN = [
  ...PER_TEST,
  'fuzz.seed',
  'fuzz.failure_persist_dir',
  'invariant.failure_persist_dir',
  'invariant.include_storage',
  'invariant.include_push_bytes',
  'invariant.shrink_run_limit',
]

export function readProfiles(): Profiles {
  return flattenProfiles(readFoundryToml().profile)
}

export function flattenProfiles(profiles: object): Profiles {
  return Object.fromEntries(Object.entries(profiles).map(([name, settings]) => [name, flatten(settings)]))
}

function flatten(settings: object): Settings {
  const parts = Object.entries(settings).map(([name, value]) => {
    if (typeof value !== 'object' || Array.isArray(value)) return { [name]: value }
    return Object.fromEntries(Object.entries(flatten(value)).map(([inner, leaf]) => [`${name}.${inner}`, leaf]))
  })
  return Object.assign({}, ...parts)
}

/** Later layers override earlier ones. As in forge, this profile in any layer overrides `default` in all layers. */
export function inProfile(profile: string, layers: Profiles[]): Settings {
  return Object.assign({}, ...layers.map((layer) => layer.default), ...layers.map((layer) => layer[profile]))
}

/** EDR spells `cancun` as `Cancun`. */
export function hardforkOf({ evm_version }: Settings): string {
  return String(evm_version).replace(/^./, (letter) => letter.toUpperCase())
}

/** EDR's config for a whole run. */
export function configForRun(settings: Settings): Pick<SolidityTestRunnerConfigArgs, 'isolate' | 'fuzz' | 'invariant'> {
  const entries = Object.entries(settings).filter(
    ([name, value]) => /^(isolate$|fuzz\.|invariant\.)/.test(name) && value !== undefined,
  )
  rejectUnknown(entries, PER_RUN)
  return nest(entries.map(([name, value]) => [name, name.endsWith('_dir') ? `${root}${value}` : value]))
}

/** EDR's config override for one test. */
export function configForTest(settings: Settings): TestFunctionConfigOverride {
  return nest(Object.entries(settings).filter(([name]) => PER_TEST.includes(name)))
}

export function rejectUnknownComment(settings: Settings): void {
  rejectUnknown(Object.entries(settings), PER_TEST)
}

// Fails instead of ignoring a setting: the tests would silently run with another configuration.
function rejectUnknown(entries: [string, unknown][], known: string[]): void {
  const unknown = entries.find(([name]) => !known.includes(name))
  if (unknown) throw new Error(`The test runner does not know the setting ${unknown[0]}: it knows ${known.join(', ')}.`)
}

// { 'fuzz.fail_on_revert': true } becomes { fuzz: { failOnRevert: true } }.
function nest(entries: [string, unknown][]): object {
  const nested: Record<string, Settings> & Settings = {}
  for (const [name, value] of entries) {
    const [leaf = '', table] = name.split('.').reverse()
    const camelCase = leaf.replace(/_./g, ([, letter]) => (letter ?? '').toUpperCase())
    if (table) {
      nested[table] ??= {}
      Object.assign(nested[table], { [camelCase]: value })
    } else nested[camelCase] = value as never
  }
  return nested
}
