// Translates forge's settings in foundry.toml to EDR's.
import { fileURLToPath } from 'node:url'
import type { SolidityTestRunnerConfigArgs } from '@nomicfoundation/edr'
import { readFoundryToml } from '../compile.ts'

/** Flat, by forge's dotted name: `{ 'fuzz.runs': 256 }`. */
export type Settings = Record<string, unknown>
/** By profile. */
export type Profiles = Record<string, Settings>

const root = fileURLToPath(new URL('../..', import.meta.url))
const KNOWN = [
  'isolate',
  'fuzz.runs',
  'invariant.runs',
  'invariant.depth',
  'invariant.fail_on_revert',
  'fuzz.seed',
  'fuzz.failure_persist_dir',
  'invariant.failure_persist_dir',
  'invariant.include_storage',
  'invariant.include_push_bytes',
  'invariant.shrink_run_limit',
]

export function readProfiles(): Profiles {
  return Object.fromEntries(Object.entries(readFoundryToml().profile).map(([name, settings]) => [name, flatten(settings)]))
}

function flatten(settings: object): Settings {
  const parts = Object.entries(settings).map(([name, value]) => {
    if (typeof value !== 'object' || Array.isArray(value)) return { [name]: value }
    return Object.fromEntries(Object.entries(flatten(value)).map(([inner, leaf]) => [`${name}.${inner}`, leaf]))
  })
  return Object.assign({}, ...parts)
}

/** The settings of a profile, which overrides `default`. */
export function inProfile(profile: string, profiles: Profiles): Settings {
  return { ...profiles.default, ...profiles[profile] }
}

/** EDR's config for a whole run. */
export function configForRun(settings: Settings): Pick<SolidityTestRunnerConfigArgs, 'isolate' | 'fuzz' | 'invariant'> {
  const entries = Object.entries(settings).filter(
    ([name, value]) => /^(isolate$|fuzz\.|invariant\.)/.test(name) && value !== undefined,
  )
  // Fails instead of ignoring a setting: the tests would silently run with another configuration.
  const unknown = entries.find(([name]) => !KNOWN.includes(name))
  if (unknown) throw new Error(`The test runner does not know the setting ${unknown[0]}: it knows ${KNOWN.join(', ')}.`)
  return nest(entries.map(([name, value]) => [name, name.endsWith('_dir') ? `${root}${value}` : value]))
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
